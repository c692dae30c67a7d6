import { describe, expect, it } from 'vitest'

import type { CoverageItem, UrlItem } from '../../src/report/report.ts'
import { anAccount, aWorld, seedScan } from './support/read-world.ts'

const { deps, call } = aWorld()
const own = await anAccount(deps)

const urls: readonly UrlItem[] = ['/', '/a', '/b'].map((path) => ({
  url: `http://shop.test${path}`,
  method: 'GET',
  source: 'a[href]',
  status: 200,
  content_type: 'text/html',
  parameters: ['q'],
}))
const coverage: readonly CoverageItem[] = [
  {
    check_id: 'header.hsts',
    outcome: 'passed',
    points: 1,
    requests: 0,
    elapsed_ms: 0,
    reason: null,
  },
  {
    check_id: 'xss.dom',
    outcome: 'not_tested',
    points: 0,
    requests: 0,
    elapsed_ms: 0,
    reason: 'no browser',
  },
  {
    check_id: 'csrf.form',
    outcome: 'not_applicable',
    points: 0,
    requests: 0,
    elapsed_ms: 0,
    reason: null,
  },
]
const id = await seedScan(deps, own.id, { report: { urls, coverage } })
const running = await seedScan(deps, own.id, { status: 'running' })
const failed = await seedScan(deps, own.id, { status: 'failed', errorCode: 'lost', report: null })

describe.each([
  ['urls', urls],
  ['coverage', coverage],
])('GET /api/scan/{id}/%s', (name, items) => {
  const ask = (scanId: string, query = '') => call(`/api/scan/${scanId}/${name}${query}`, own.key)

  it('200: what the report holds', async () => {
    const expected = { items, total: 3, page: 1, per_page: 20, pages: 1 }
    expect(await (await ask(id)).json()).toEqual(expected)
  })

  it('200: one page of it, with links', async () => {
    const answer = await ask(id, '?per_page=2&page=2')
    const expected = { items: items.slice(2), total: 3, page: 2, per_page: 2, pages: 2 }
    expect(await answer.json()).toEqual(expected)
    expect(answer.headers.get('link')).toContain('rel="prev"')
  })

  it('200: nothing, for a scan that failed before there was a report', async () => {
    expect(await (await ask(failed)).json()).toMatchObject({ items: [], total: 0, pages: 0 })
  })

  it('409: while the scan runs, with an advised wait', async () => {
    const answer = await ask(running)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'scan_not_completed' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each(['?page=0', '?per_page=101', '?per_page=x'])('400: %s', async (query) => {
    expect((await ask(id, query)).status).toBe(400)
  })
})
