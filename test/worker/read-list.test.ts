import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'

import { scans } from '../../src/db/schema.ts'
import { LIMITS } from '../../src/limits.ts'
import { SECOND } from '../../src/report/time.ts'
import { aFinding } from '../support/findings.ts'
import { STARTED } from '../support/scans.ts'
import { anAccount, aWorld, seedScan } from './support/read-world.ts'

type Item = { id: string; status: string; results: unknown }
type List = { items: Item[]; total: number; page: number; per_page: number; pages: number }

const { deps, call } = aWorld()
const own = await anAccount(deps)
const other = await anAccount(deps)
const idle = await anAccount(deps)
await seedScan(deps, other.id, { tags: '["nightly"]' })

/** Oldest first; the answers are newest first. */
const SEEDS = [
  { targetUrl: 'https://a.test/100%_sure', tags: '["nightly","eu"]' },
  { targetUrl: 'https://a.test/100xysure', status: 'running' },
  { targetUrl: 'https://B.test/Path', status: 'failed', tags: '["Nightly"]' },
  { targetUrl: `https://a.test/${'long/'.repeat(40)}end`, tags: `["it's; \\"quoted\\" %"]` },
  { targetUrl: 'https://a.test/last', findings: [aFinding()] },
] as const
const ids: string[] = []
for (const [index, seed] of SEEDS.entries()) {
  ids.push(await seedScan(deps, own.id, { ...seed, startedAt: STARTED + index * SECOND }))
}
const [percent, running, failed, long, last] = ids

const ask = (query: string, key = own.key) => call(`/api/scans${query}`, key)
const list = async (query: string, key = own.key): Promise<List> => (await ask(query, key)).json()
const idsOf = async (query: string) => (await list(query)).items.map((item) => item.id)

describe('GET /api/scans', () => {
  it('200: the account’s scans, newest first, with results null', async () => {
    const { items, ...page } = await list('')
    expect(items.map((item) => item.id)).toEqual(ids.toReversed())
    expect(page).toEqual({ total: 5, page: 1, per_page: 20, pages: 1 })
    expect(items.every((item) => item.results === null)).toBe(true)
  })

  it('orders scans of the same second by id, so that pages never overlap', async () => {
    const twins = await anAccount(deps)
    const seeded = await Promise.all([1, 2, 3].map(() => seedScan(deps, twins.id)))
    const first = await list('?per_page=2', twins.key)
    const second = await list('?per_page=2&page=2', twins.key)
    const seen = [...first.items, ...second.items].map((item) => item.id)
    expect(seen).toEqual(seeded.toSorted((a, b) => (a < b ? 1 : -1)))
  })

  it('has no pages for an account without scans', async () => {
    const expected = { items: [], total: 0, page: 1, per_page: 20, pages: 0 }
    expect(await list('', idle.key)).toEqual(expected)
  })

  it('include=results gives whole scans', async () => {
    const { items, total } = await list('?include=results')
    expect(total).toBe(5)
    expect(items.map((item) => item.id)).toEqual(ids.toReversed())
    expect(items[0]).toMatchObject({ results: { vulnerabilities: [{ title: 'Demo weakness' }] } })
    expect(items.find((item) => item.status === 'running')).toMatchObject({ results: null })
    expect(await list('?include=results', idle.key)).toMatchObject({ items: [], total: 0 })
  })

  it('leaves out a scan that is deleted while the list is read', async () => {
    const mine = await anAccount(deps)
    const [gone, kept] = [await seedScan(deps, mine.id), await seedScan(deps, mine.id)]
    await deps.reports.delete(mine.id, gone)
    const reports: typeof deps.reports = {
      ...deps.reports,
      get: async (accountId, scanId) => {
        if (scanId === gone) await deps.db.delete(scans).where(eq(scans.id, gone))
        return deps.reports.get(accountId, scanId)
      },
    }
    const answer = await aWorld({ reports }).call('/api/scans?include=results', mine.key)
    expect(await answer.json()).toMatchObject({ items: [{ id: kept }] })
  })

  it('breaks off rather than leave out a scan whose report is gone', async () => {
    const unlucky = await anAccount(deps)
    await deps.reports.delete(unlucky.id, await seedScan(deps, unlucky.id))
    const answer = await call('/api/scans?include=results', unlucky.key)
    await expect(answer.text()).rejects.toThrow('cannot be read')
  })
})

describe('filters', () => {
  it.each([
    ['?status=running', [running]],
    ['?status=failed', [failed]],
    ['?tag=nightly', [percent]],
    ['?tag=%20nightly%20', [percent]],
    ['?tag=Nightly', [failed]],
    ['?tag=night', []],
    [`?tag=${encodeURIComponent(`it's; "quoted" %`)}`, [long]],
    ['?search=100%25_', [percent]],
    ['?search=%25', [percent]],
    ['?search=_', [percent]],
    ['?search=b.test/path', [failed]],
    ['?search=A.TEST/LAST', [last]],
    [`?search=${'long/'.repeat(30)}`, [long]],
    ["?search='%20OR%201=1--", []],
    ['?search=%00', []],
    ['?search=%F0%9F%92%A9', []],
    ['?status=completed&search=a.test&tag=eu', [percent]],
    ['?status=running&tag=eu', []],
  ])('%s', async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected)
  })

  it('an empty search is no search', async () => {
    expect((await list('?search=')).total).toBe(5)
  })
})

describe('paging', () => {
  it('cuts pages and links them', async () => {
    const answer = await ask('?page=2&per_page=2&status=completed')
    const page: List = await answer.json()
    expect(page).toMatchObject({ total: 3, page: 2, per_page: 2, pages: 2 })
    expect(page.items.map((item) => item.id)).toEqual([percent])
    const link = answer.headers.get('link') ?? ''
    expect(link.match(/rel="\w+"/g)).toEqual(['rel="first"', 'rel="prev"', 'rel="last"'])
    expect(link).toContain('?page=1&per_page=2&status=completed>; rel="prev"')
  })

  it('200: a page beyond the end is empty', async () => {
    expect(await list('?page=99')).toMatchObject({ items: [], total: 5, page: 99, pages: 1 })
  })

  it('takes per_page from 1 to 100', async () => {
    expect((await list('?per_page=1')).items).toHaveLength(1)
    expect((await list('?per_page=100')).per_page).toBe(100)
  })

  const beyond = `?page=${LIMITS.listDepth / 100 + 1}&per_page=100`
  it.each([
    ['?page=0', 'page'],
    ['?page=-1', 'page'],
    ['?page=1.5', 'page'],
    ['?page=1e1', 'page'],
    ['?page=', 'page'],
    ['?page=99999999999999999999', 'page'],
    [beyond, 'page'],
    ['?per_page=0', 'per_page'],
    ['?per_page=101', 'per_page'],
    ['?per_page=all', 'per_page'],
    ['?status=queued', 'status'],
    ['?status=', 'status'],
    ['?tag=', 'tag'],
    ['?include=everything', 'include'],
    [`?search=${'x'.repeat(LIMITS.urlLength + 1)}`, 'search'],
  ])('400: %s', async (query, path) => {
    const answer = await ask(query)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ path }] })
  })

  it('401: no key', async () => {
    expect((await call('/api/scans')).status).toBe(401)
    expect((await call('/api/v1/scans')).status).toBe(401)
  })

  it('403: a key without the scope read', async () => {
    const key = await own.withScopes('scan', 'manage')
    expect((await ask('', key)).status).toBe(403)
    expect((await call('/api/v1/scans', key)).status).toBe(403)
  })
})

describe('GET /api/v1/scans', () => {
  it('200: the last 50, newest first, without findings, and how many there are', async () => {
    const many = await anAccount(deps)
    for (let index = 0; index < LIMITS.v1ListSize + 2; index += 1) {
      const startedAt = STARTED + index * SECOND
      await seedScan(deps, many.id, { startedAt, report: null })
    }
    const answer = await call('/api/v1/scans', many.key)
    expect(answer.status).toBe(200)
    const { items, total }: { items: { started_at: string }[]; total: number } = await answer.json()
    expect(total).toBe(52)
    expect(items).toHaveLength(50)
    expect(items[0]).toMatchObject({ started_at: '2026-11-20T10:00:51', status: 'completed' })
    expect(items.at(-1)?.started_at).toBe('2026-11-20T10:00:02')
    expect(items[0]).not.toHaveProperty('findings')
  })
})
