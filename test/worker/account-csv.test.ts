import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { findings as lifecycle, scans } from '../../src/db/schema.ts'
import { storedRows } from '../../src/exporters/csv-stored.ts'
import { eq } from 'drizzle-orm'
import { readCsv } from '../support/csv-read.ts'
import { aFinding } from '../support/findings.ts'
import { aReport, COMPLETED, STARTED } from '../support/scans.ts'
import { anAccount, aWorld, seedScan } from './support/read-world.ts'

const { deps, call } = aWorld()
const own = await anAccount(deps)
const other = await anAccount(deps)
const FINDINGS = [
  aFinding({ title: '=1+1', name: '=1+1' }, 'a'),
  aFinding({ severity: 'low', evidence: 'a "quote",\nand a line' }, 'b'),
  aFinding({ status: 'safe', severity: 'info' }, 'c'),
]
const older = await seedScan(deps, own.id, { findings: FINDINGS, startedAt: STARTED - 1000 })
const newer = await seedScan(deps, own.id, { findings: FINDINGS.slice(0, 1), tags: '["ci","x"]' })
// As finalise leaves it; of the others only the report is there.
await deps.reports.putRows(own.id, older, storedRows(aReport(FINDINGS)))
const running = await seedScan(deps, own.id, { status: 'running' })
await seedScan(deps, own.id, { status: 'failed', errorCode: 'lost', report: null })
const foreign = await seedScan(deps, other.id, { findings: FINDINGS })

const ask = (query = '', key: string | null = own.key) => call(`/api/scans/export.csv${query}`, key)
async function rowsOf(query = '', key = own.key) {
  const [head = [], ...rows] = readCsv(
    (await (await ask(query, key)).text()).replace(/^\ufeff/, ''),
  )
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at]])))
}

describe('GET /api/scans/export.csv', () => {
  it('200: one row per finding across all scans of the account, the newest scan first', async () => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const saved = 'findings-2026-11-20.csv'
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${saved}"; filename*=UTF-8''${saved}`,
    )
    const rows = await rowsOf()
    expect(rows.map((row) => row['scan_id'])).toEqual([newer, older, older])
    expect(rows.map((row) => row['title'])).toEqual(["'=1+1", "'=1+1", 'Demo weakness'])
    expect(rows.map((row) => row['tags'])).toEqual(['ci;x', '', ''])
    expect(rows[2]).toMatchObject({
      target_url: 'http://shop.test/',
      scan_type: 'vuln',
      completed_at: '2026-11-20T10:02:31',
      evidence: 'a "quote",\nand a line',
      severity: 'low',
    })
  })

  it('200: of one scan, of every status, for DefectDojo', async () => {
    expect((await rowsOf(`?scan_id=${older}`)).map((row) => row['scan_id'])).toEqual([older, older])
    const all = await rowsOf(`?scan_id=${older.toUpperCase()}&include=all`)
    expect(all.map((row) => row['status'])).toEqual(['vulnerable', 'vulnerable', 'safe'])
    const dojo = await rowsOf('?profile=defectdojo')
    expect(dojo).toHaveLength(3)
    expect(dojo[0]).toMatchObject({ CweId: '89', Severity: 'High', Active: 'TRUE' })
  })

  it('drops what is suppressed now, and fills the tags of now', async () => {
    const scan = await seedScan(deps, own.id, { findings: FINDINGS, host: 'triaged.test' })
    const [first, second] = FINDINGS
    const row = (fingerprint = '', triageUntil: number | null) => ({
      accountId: own.id,
      host: 'triaged.test',
      fingerprint,
      firstSeen: STARTED,
      firstScanId: scan,
      triage: 'accepted_risk',
      triageUntil,
    })
    await deps.db
      .insert(lifecycle)
      .values([row(first?.fingerprint, COMPLETED + 1), row(second?.fingerprint, COMPLETED)])
    await deps.db.update(scans).set({ tags: '["later"]' }).where(eq(scans.id, scan))
    const rows = await rowsOf(`?scan_id=${scan}`)
    // The second one's time has passed.
    expect(rows.map((each) => each['fingerprint'])).toEqual([second?.fingerprint])
    expect(rows[0]?.['tags']).toBe('later')
    const all = await rowsOf(`?scan_id=${scan}&include=all`)
    expect(all.map((each) => String(each['status'])).toSorted()).toEqual([
      'accepted_risk',
      'safe',
      'vulnerable',
    ])
  })

  it('200: only the header for an account without scans', async () => {
    const empty = await anAccount(deps)
    expect(await rowsOf('', empty.key)).toEqual([])
  })

  it('goes over more scans than one page', async () => {
    const many = await anAccount(deps)
    const ids: string[] = []
    for (let index = 0; index < 120; index += 1) {
      // Two start at the same moment, again and again.
      const startedAt = STARTED + Math.floor(index / 2)
      ids.push(await seedScan(deps, many.id, { findings: FINDINGS.slice(0, 1), startedAt }))
    }
    const seen = (await rowsOf('', many.key)).map((row) => row['scan_id'])
    expect(seen).toHaveLength(120)
    expect(new Set(seen)).toEqual(new Set(ids))
  })

  describe('of a scan whose rows are not there', () => {
    const PATH = '/api/scans/export.csv'

    it('breaks off when they are lost: it would look whole', async () => {
      const broken = await anAccount(deps)
      const lost = await seedScan(deps, broken.id, { findings: FINDINGS })
      await deps.reports.delete(broken.id, lost)
      await expect((await call(PATH, broken.key)).text()).rejects.toThrow('cannot be read')
    })

    it('leaves it out when it was deleted meanwhile', async () => {
      const mine = await anAccount(deps)
      const kept = await seedScan(deps, mine.id, { findings: FINDINGS.slice(0, 1) })
      const gone = await seedScan(deps, mine.id, { findings: FINDINGS })
      await deps.reports.delete(mine.id, gone)
      const reports: typeof deps.reports = {
        ...deps.reports,
        get: async (accountId, scanId) => {
          if (scanId === gone) await deps.db.delete(scans).where(eq(scans.id, gone))
          return deps.reports.get(accountId, scanId)
        },
      }
      const text = await (await aWorld({ reports }).call(PATH, mine.key)).text()
      expect(text).toContain(kept)
      expect(text).not.toContain(gone)
    })
  })

  it.each([
    ['404: unknown and foreign scans', `?scan_id=${foreign}`, 404],
    ['409: a running scan', `?scan_id=${running}`, 409],
    ['400: no id', '?scan_id=x', 400],
    ['400: an unknown profile', '?profile=x', 400],
  ])('%s', async (_, query, status) => {
    expect((await ask(query)).status).toBe(status)
  })

  it('401 and 403: without a key, without the scope', async () => {
    expect((await ask('', null)).status).toBe(401)
    expect((await ask('', await own.withScopes('scan'))).status).toBe(403)
  })
})

it('a deleted scan leaves neither report nor rows', async () => {
  const gone = await seedScan(deps, own.id, { findings: FINDINGS })
  await deps.reports.putRows(own.id, gone, storedRows(aReport(FINDINGS)))
  await call(`/api/scan/${gone}`, own.key, { method: 'DELETE' })
  const { objects } = await env.RESULTS.list({ prefix: `results/${own.id}/${gone}` })
  expect(objects).toEqual([])
})
