import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../src/limits.ts'
import { thinEntries } from '../../../src/scanner/crawl/entries.ts'
import {
  admit,
  emptyFrontier,
  frontierAfter,
  type FrontierRules,
  loadFrontier,
  saveFrontier,
} from '../../../src/scanner/crawl/frontier.ts'
import type { CrawlEntry } from '../../../src/scanner/engine/unit.ts'
import { cpuMs } from '../../support/cpu.ts'

const RULES: FrontierRules = {
  maxPages: 100,
  maxDepth: 3,
  isInScope: (url) => url.origin === 'https://shop.test',
  isExcluded: (url) => url.pathname.startsWith('/excluded'),
}
const entry = (path: string, depth = 1, source = 'a[href]'): CrawlEntry => ({
  url: new URL(path, 'https://shop.test').href,
  source,
  depth,
})
const paths = (entries: readonly CrawlEntry[]): string[] =>
  entries.map(({ url }) => url.replace('https://shop.test', ''))

const anyEntry = fc
  .record({
    path: fc.constantFrom(
      '/',
      '/a',
      '/b/1',
      '/b/2',
      '/b/3',
      '/b/4',
      '/s?x=1&y=2',
      '/s?y=2&x=1',
      '/app.js',
      '/m.css',
      '/logout',
      '/excluded/x',
      'https://other.test/',
    ),
    depth: fc.integer({ min: 0, max: 4 }),
    source: fc.constantFrom('a[href]', 'script'),
  })
  .map(({ path, depth, source }) => entry(path, depth, source))

describe('admit', () => {
  it('says why each entry was turned away', () => {
    const before = admit(emptyFrontier, [entry('/known')], RULES).frontier
    const discovered = [
      entry('/known'),
      entry('https://other.test/'),
      entry('/excluded/page'),
      entry('/logout'),
      entry('/deep', 4),
      { url: 'nonsense', source: 'script', depth: 1 },
      ...[1, 2, 3, 4, 5].map((id) => entry(`/item/${id}`)),
    ]
    const { accepted, refused } = admit(before, discovered, RULES)
    expect(paths(accepted)).toEqual(['/item/1', '/item/2', '/item/3'])
    expect(refused).toEqual({
      seen: 1,
      out_of_scope: 1,
      excluded: 1,
      dangerous: 1,
      depth: 1,
      invalid: 1,
      samples: 2,
    })
  })
  it('visits the target whatever its name', () => {
    expect(admit(emptyFrontier, [entry('/checkout', 0, 'target')], RULES).accepted).toHaveLength(1)
  })
  it('counts samples on over calls', () => {
    const first = admit(emptyFrontier, [entry('/item/1'), entry('/item/2')], RULES)
    const second = admit(first.frontier, [entry('/item/8'), entry('/item/9')], RULES)
    expect(paths(second.accepted)).toEqual(['/item/8'])
    expect(second.added).toEqual({
      seen: ['https://shop.test/item/8'],
      keys: [['https://shop.test/item/{}', 3]],
      families: [['https://shop.test/item/*', 3]],
      assets: 0,
    })
    expect(admit(second.frontier, [entry('/item/7')], RULES).accepted).toEqual([])
  })
  it('takes the least depth, then one of each make, then the URL', () => {
    const discovered = ['/z', '/item/1', '/item/2', '/b'].map((path) => entry(path, 2))
    const { accepted, refused } = admit(
      emptyFrontier,
      [...discovered, entry('/y'), entry('/z', 3)],
      { ...RULES, maxPages: 4 },
    )
    expect(paths(accepted)).toEqual(['/y', '/b', '/item/1', '/z'])
    expect(refused.budget).toBe(1)
  })
  it('takes pages before scripts and gives scripts their share only', () => {
    const scripts = 'abcdefgh'.split('').map((name) => entry(`/${name}.js`))
    const pages = 'stuvw'.split('').map((name) => entry(`/${name}`))
    const rules = { ...RULES, maxPages: 12 }
    const { accepted, frontier } = admit(emptyFrontier, [...scripts, ...pages], rules)
    expect(paths(accepted)).toEqual(['/s', '/t', '/u', '/v', '/w', '/a.js', '/b.js', '/c.js'])
    const more = admit(frontier, [entry('/i.js'), entry('/x')], rules)
    expect(paths(more.accepted)).toEqual(['/x'])
    expect(more.refused).toEqual({ assets: 1 })
  })
  it('does not depend on order, nor on state kept as JSON between two calls', () => {
    const list = fc.array(anyEntry, { maxLength: 40 })
    const shuffled = list.chain((entries) =>
      fc.tuple(
        fc.constant(entries),
        fc.shuffledSubarray(entries, { minLength: entries.length }),
        list,
      ),
    )
    fc.assert(
      fc.property(shuffled, ([first, sameInOtherOrder, second]) => {
        const one = admit(emptyFrontier, first, RULES)
        const other = admit(emptyFrontier, sameInOtherOrder, RULES)
        expect(other.accepted).toEqual(one.accepted)
        const stored = loadFrontier(JSON.parse(JSON.stringify(saveFrontier(one.frontier))))
        expect(admit(stored, second, RULES)).toEqual(admit(one.frontier, second, RULES))
      }),
    )
  })
  it('never admits a page twice, too many, or too many of one make', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyEntry)),
        fc.integer({ min: 0, max: 6 }),
        (levels, maxPages) => {
          let frontier = emptyFrontier
          const visited: string[] = []
          for (const level of levels) {
            const admission = admit(frontier, level, { ...RULES, maxPages })
            visited.push(...paths(admission.accepted))
            frontier = admission.frontier
          }
          expect(new Set(visited).size).toBe(visited.length)
          expect(visited.length).toBeLessThanOrEqual(maxPages)
          expect(visited.filter((path) => path.startsWith('/b/')).length).toBeLessThanOrEqual(
            LIMITS.foldSamples,
          )
          expect(frontier.seen.size).toBe(visited.length)
        },
      ),
    )
  })
  it('thinned discoveries lead to the same pages', () => {
    const units = fc.array(fc.array(anyEntry), { maxLength: 6 })
    fc.assert(
      fc.property(units, (found) => {
        const inScope = found.map((entries) =>
          entries.filter(
            ({ url }) => RULES.isInScope(new URL(url)) && !RULES.isExcluded(new URL(url)),
          ),
        )
        const thin = inScope.flatMap(thinEntries)
        expect(admit(emptyFrontier, thin, RULES).accepted).toEqual(
          admit(emptyFrontier, inScope.flat(), RULES).accepted,
        )
      }),
    )
  })
  it('takes 50,000 discoveries at once', async () => {
    const discovered = Array.from({ length: LIMITS.frontier }, (_, n) =>
      entry(`/${String.fromCharCode(97 + (n % 26))}/${n.toString(36)}-x`),
    )
    const rules = { ...RULES, maxPages: 5000 }
    expect(await cpuMs(() => admit(emptyFrontier, discovered, rules))).toBeLessThan(5000)
    expect(admit(emptyFrontier, discovered, rules).accepted.length).toBeGreaterThan(20)
  })
})

describe('the frontier after what was admitted', () => {
  const wide = Array.from({ length: 3 * LIMITS.alikeSiblings }, (_, n) =>
    entry(`/shop/${String.fromCharCode(97 + (n % 26)).repeat(1 + Math.floor(n / 26))}`),
  )
  const rules = { ...RULES, maxPages: 1000, maxDepth: 10 }

  it('admits nothing twice, level after level, however wide a folder is', () => {
    // Every page shows something new, so that its family stays open.
    const looks = new Map([['https://shop.test/shop/*', 1000]])
    const admitted: CrawlEntry[] = []
    for (let level = 0; level < 8; level += 1) {
      const { accepted } = admit(frontierAfter(admitted), wide, { ...rules, looks })
      admitted.push(...accepted)
    }
    expect(new Set(paths(admitted)).size).toBe(admitted.length)
    expect(admitted).toHaveLength(wide.length)
  })
  it('is the one that admitting gave', () => {
    const { accepted, frontier } = admit(emptyFrontier, wide.slice(0, 5), rules)
    expect(saveFrontier(frontierAfter(accepted))).toEqual(saveFrontier(frontier))
  })
  it('folds a deep page of a make that was seen enough, and counts others as too deep', () => {
    const known = frontierAfter(['1', '2', '3'].map((id) => entry(`/product?id=${id}`)))
    const deep = [entry('/product?id=9', 11), entry('/somewhere/else', 11)]
    const { accepted, refused } = admit(known, deep, rules)
    expect([accepted, refused]).toEqual([[], { samples: 1, depth: 1 }])
  })
})
