import { describe, expect, it } from 'vitest'

import { familiesOf, looksByFamily, roomIn } from '../../../src/scanner/crawl/families.ts'
import { foldKey } from '../../../src/scanner/crawl/fold.ts'
import { admit, emptyFrontier, type FrontierRules } from '../../../src/scanner/crawl/frontier.ts'
import { lookOf } from '../../../src/scanner/crawl/look.ts'
import type { CrawlEntry } from '../../../src/scanner/engine/unit.ts'
import { LIMITS } from '../../../src/limits.ts'
import { answer } from './answer.ts'

const ORIGIN = 'https://shop.test'
const entry = (path: string): CrawlEntry => ({ url: ORIGIN + path, source: 'a[href]', depth: 1 })
const RULES: FrontierRules = {
  maxPages: 1000,
  maxDepth: 9,
  isInScope: () => true,
  isExcluded: () => false,
}
const word = (n: number): string =>
  Array.from(String(n), (digit) => 'bcdfghjklm'[Number(digit)]).join('')
const pages = (count: number, make: (name: string) => string): readonly CrawlEntry[] =>
  Array.from({ length: count }, (_, n) => entry(make(word(n + 100))))

/** Level by level, as a scan goes: everything is offered each time. */
function crawl(all: readonly CrawlEntry[], look: (url: string) => string) {
  let frontier = emptyFrontier
  const visited: string[] = []
  const levels: number[] = []
  for (;;) {
    const seen = visited.map((url) => ({ url, look: look(url) }))
    const step = admit(frontier, all, { ...RULES, looks: looksByFamily(seen) })
    if (step.accepted.length === 0) return { visited, levels, refused: step.refused }
    frontier = step.frontier
    levels.push(step.accepted.length)
    visited.push(...step.accepted.map(({ url }) => url))
  }
}

describe('families', () => {
  it('are a folder, and a path with all its queries', () => {
    const keys = (path: string) =>
      familiesOf(foldKey(new URL(path, ORIGIN))).map(({ key }) => key.replace(ORIGIN, ''))
    expect(keys('/a/b')).toEqual(['/a/*'])
    expect(keys('/a/')).toEqual(['/a/*'])
    expect(keys('/a/b?x=1')).toEqual(['/a/*', '/a/b?*'])
    expect(keys('/a/7/b')).toEqual(['/a/{}/*'])
  })
  it('have room until they are judged, and after it while they show new looks', () => {
    const family = { key: 'x', most: 10 }
    expect(roomIn(family, 0, 0)).toBe(10)
    expect(roomIn(family, 4, 1)).toBe(6)
    expect(roomIn(family, 10, 1)).toBe(0)
    expect(roomIn(family, 10, 2)).toBe(10)
    expect(roomIn(family, 30, 3)).toBe(0)
    // Pages that did not answer have no look: they bring no room either.
    expect(roomIn(family, 10, 0)).toBe(0)
  })
})

describe('pages that look alike', () => {
  const wide = pages(300, (name) => `/shop/${name}`)
  it('are visited as samples, and the rest is counted', () => {
    const { visited, refused } = crawl(wide, () => 'same')
    expect(visited).toHaveLength(LIMITS.alikeSiblings)
    expect(refused).toEqual({ seen: LIMITS.alikeSiblings, alike: 300 - LIMITS.alikeSiblings })
  })
  it('are all visited where they differ, batch by batch', () => {
    const { visited, levels } = crawl(wide, (url) => url)
    expect(visited).toHaveLength(300)
    expect(Math.max(...levels)).toBe(LIMITS.alikeSiblings)
  })
  it('of one path with many queries are fewer', () => {
    const facets = pages(80, (name) => `/find?${name}=1`)
    expect(crawl(facets, () => 'same').visited).toHaveLength(LIMITS.alikeQueries)
  })
  it('give the same choice in any order', () => {
    const { visited } = crawl(wide, () => 'same')
    expect(crawl(wide.toReversed(), () => 'same').visited).toEqual(visited)
  })
  it('leave scripts alone', () => {
    const scripts = pages(100, (name) => `/js/${name}.js`)
    expect(crawl(scripts, () => 'same').visited).toHaveLength(100)
  })
})

describe('lookOf', () => {
  const look = (body: string, status = 200) => lookOf(answer(body, { status }))
  const PAGE = '<h1 class="a">One</h1><a href="/1">x</a>'
  it('is the same whatever the texts, addresses and numbers of parts', () => {
    expect(look('<h1 class="b">Two</h1><a href="/2">y</a><a href="/3">z</a>')).toBe(look(PAGE))
  })
  it.each([
    ['another status', look(PAGE, 404)],
    ['another element', look(`${PAGE}<img src="/x">`)],
    ['another attribute', look(`${PAGE}<a href="/x" rel="next">x</a>`)],
    ['another field', look(`${PAGE}<form><input name="q"></form>`)],
    ['another type', lookOf(answer(PAGE, { type: 'text/plain' }))],
  ])('changes with %s', (_, other) => {
    expect(other).not.toBe(look(PAGE))
  })
})
