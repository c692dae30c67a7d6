import { afterAll, describe, expect, it } from 'vitest'
import { MINIS } from '../range/apps/minis/entries.ts'
import { FLAWED, HEALTHY } from '../range/apps/minis/sites.ts'
import { ask } from '../support/e2e-http.ts'
import { RULES, type Visit } from '../support/e2e-site-rules.ts'

const KNOWN = ['/', '/site.js', '/site.css', '/nowhere', '/.well-known/security.txt']

/** Asks for every page that the navigation names, and for the files of the site. */
async function visit(url: string): Promise<Visit> {
  const answers: Visit['answers'] extends ReadonlyMap<infer K, infer V> ? Map<K, V> : never =
    new Map()
  const queue = [...KNOWN]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (answers.has(path)) continue
    const answer = await ask(url + path.slice(1))
    answers.set(path, answer)
    queue.push(...[...answer.body.matchAll(/<a href="(\/[^"]*)"/g)].map(([, link]) => link ?? '/'))
  }
  return { url, answers }
}

const sites = await Promise.all(
  MINIS.map(async ({ name, start, truth }) => {
    const app = await start()
    return { name, truth, app, seen: await visit(app.url) }
  }),
)
afterAll(() => Promise.all(sites.map(({ app }) => app.close())))

const isHealthy = (name: string): boolean => HEALTHY.some((site) => name === `mini-${site.name}`)

describe.each(sites)('$name', ({ name, truth, seen }) => {
  const musts = new Set(truth.expected.filter(({ must }) => must).map(({ check_id }) => check_id))
  const mays = new Set(truth.expected.map(({ check_id }) => check_id))

  it.each(Object.entries(RULES))('%s is as the truth says', (check, hasFault) => {
    const isFlawed = hasFault(seen)
    expect(isFlawed || !musts.has(check)).toBe(true)
    expect(!isFlawed || mays.has(check)).toBe(true)
  })
  it('expects nothing of a healthy site, and something unusual', () => {
    expect(truth.expected.length > 0).toBe(!isHealthy(name))
    expect(truth.clean.length > 0).toBe(isHealthy(name))
  })
  it('is a site: pages that are found, a page that is not', () => {
    const statuses = [...seen.answers].filter(([path]) => !KNOWN.slice(3).includes(path))
    expect(statuses.length).toBeGreaterThanOrEqual(5)
    expect(statuses.every(([, { status }]) => status === 200)).toBe(true)
    expect(seen.answers.get('/nowhere')?.status).toBe(404)
  })
})

describe('the table of sites', () => {
  const causes = FLAWED.flatMap(({ faults = [] }) => faults)
  it.each(Object.keys(RULES))('has four causes of %s or more, each once', (check) => {
    const own = causes.filter((fault) => fault.check === check && fault.isOptional !== true)
    expect(own.length).toBeGreaterThanOrEqual(4)
    expect(new Set(own.map(({ cause }) => cause)).size).toBe(own.length)
  })
  it('has one fault per check and site, and as many healthy sites as flawed ones', () => {
    for (const { faults = [] } of FLAWED) {
      expect(new Set(faults.map(({ check }) => check)).size).toBe(faults.length)
    }
    expect(HEALTHY.length).toBeGreaterThanOrEqual(FLAWED.length)
  })
})

describe('what a browser makes of it', () => {
  const headersOf = (name: string, path = '/') =>
    sites.find((site) => site.name === `mini-${name}`)?.seen.answers.get(path)?.headers ?? {}
  it.each([
    ['bakery', 'x-content-type-options', undefined],
    ['florist', 'x-frame-options', 'ALLOWALL'],
    ['garage', 'x-content-type-options', 'none, nosniff'],
    ['library', 'referrer-policy', 'no-referrer, unsafe-url'],
    ['ferry', 'referrer-policy', 'strict-origin, unsafe-url'],
    ['pharmacy', 'x-frame-options', 'DENY, DENY'],
    ['nursery', 'x-content-type-options', 'NoSniff'],
    ['pottery', 'x-frame-options', 'ALLOWALL'],
  ] as const)('%s sends %s: %s', (name, header, value) => {
    expect(headersOf(name)[header]).toBe(value)
  })
  it('sends headers right on pages only, at the museum', () => {
    expect(headersOf('museum')['x-content-type-options']).toBe('nosniff')
    expect(headersOf('museum', '/site.js')['x-content-type-options']).toBeUndefined()
  })
  it('gives a new nonce to every answer, at the bicycles', async () => {
    const app = sites.find(({ name }) => name === 'mini-bicycle')?.app.url ?? ''
    const answers = [await ask(app), await ask(app)]
    const nonces = answers.map(({ headers, body }) => {
      const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? ''
      expect(body.split(`nonce="${nonce}"`)).toHaveLength(3)
      return nonce
    })
    expect(new Set(nonces).size).toBe(2)
  })
})
