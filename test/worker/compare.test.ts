import { describe, expect, it } from 'vitest'

import type { Finding } from '../../src/report/finding.ts'
import type { Report } from '../../src/report/report.ts'
import { aFinding } from '../support/findings.ts'
import { aReport, STARTED } from '../support/scans.ts'
import { anAccount, aWorld, seedScan } from './support/read-world.ts'

const { deps, call } = aWorld()
const own = await anAccount(deps)
const stranger = await anAccount(deps)

const KEPT = aFinding({ severity: 'medium' }, 'kept')
const GONE = aFinding({ severity: 'high' }, 'gone')
const CAME = aFinding({ severity: 'critical' }, 'came')
const HOUR = 3_600_000

const LOOKED: Report['coverage'] = [
  { check_id: 'demo.check', outcome: 'found', points: 1, requests: 1, elapsed_ms: 0, reason: null },
]
const { scan: SCAN } = aReport()
type Given = Parameters<typeof seedScan>[2]
const seed = (hours: number, findings: readonly Finding[], given: Given = {}) =>
  seedScan(deps, own.id, {
    startedAt: STARTED + hours * HOUR,
    findings,
    report: { coverage: LOOKED, scan: { ...SCAN, answered_paths: ['/', '/item'] } },
    ...given,
  })
const at = (targetNorm: string) => ({ targetNorm, targetUrl: targetNorm })

type Body = Record<string, unknown> & {
  new_findings: Finding[]
  fixed_findings: Finding[]
  unchanged_findings: Finding[]
}
const compare = async (id: string): Promise<Body> => {
  const answer = await call(`/api/scan/${id}/compare`, own.key)
  expect(answer.status).toBe(200)
  return answer.json()
}

describe('GET /api/scan/{id}/compare', () => {
  it('200: new, fixed and unchanged against the previous scan', async () => {
    const first = await seed(1, [KEPT, GONE])
    const second = await seed(2, [KEPT, CAME])
    expect(await compare(first)).toEqual({
      has_previous: false,
      previous_scan_id: null,
      previous_scan_date: null,
      new_count: 0,
      fixed_count: 0,
      unchanged_count: 0,
      new_findings: [],
      fixed_findings: [],
      unchanged_findings: [],
    })
    expect(await compare(second)).toMatchObject({
      has_previous: true,
      previous_scan_id: first,
      previous_scan_date: '2026-11-20T10:02:31',
      new_count: 1,
      fixed_count: 1,
      unchanged_count: 1,
      new_findings: [{ fingerprint: CAME.fingerprint, name: CAME.title }],
      fixed_findings: [{ fingerprint: GONE.fingerprint }],
      unchanged_findings: [{ fingerprint: KEPT.fingerprint }],
    })
  })

  it.each([
    ['of another target', { ...at('http://elsewhere.test/') }],
    ['of another type', { scanType: 'api' }],
    ['that failed', { status: 'failed', errorCode: 'aborted' }],
    ['that is a re-test', { retestOf: crypto.randomUUID() }],
    ['that started later', { startedAt: STARTED + 9 * HOUR }],
  ])('takes no scan as the previous one %s', async (name, given) => {
    const target = at(`http://${crypto.randomUUID()}.test/`)
    await seed(1, [KEPT], { ...target, ...given })
    const id = await seed(2, [KEPT], target)
    expect(await compare(id), name).toMatchObject({ has_previous: false, previous_scan_id: null })
  })

  it('takes the newest earlier scan of an overlapping type', async () => {
    const target = at('http://types.test/')
    await seed(1, [], target)
    const both = await seed(2, [], { ...target, scanType: 'both' })
    const id = await seed(3, [], target)
    expect(await compare(id)).toMatchObject({ previous_scan_id: both })
  })

  it('takes the one before when the previous scan was deleted', async () => {
    const target = at('http://deleted.test/')
    const kept = await seed(1, [], target)
    const id = await seed(3, [], { ...target, previousScanId: crypto.randomUUID() })
    expect(await compare(id)).toMatchObject({ previous_scan_id: kept })
  })

  it('404: a foreign and an unknown scan; 409: a running one', async () => {
    const foreign = await seedScan(deps, stranger.id)
    for (const id of [foreign, crypto.randomUUID()]) {
      expect((await call(`/api/scan/${id}/compare`, own.key)).status).toBe(404)
    }
    const running = await seedScan(deps, own.id, { status: 'running' })
    const answer = await call(`/api/scan/${running}/compare`, own.key)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'scan_not_completed' })
  })
})

describe('GET /api/scan/compare-two', () => {
  const two = (id1: string, id2: string) =>
    call(`/api/scan/compare-two?id1=${id1}&id2=${id2}`, own.key)

  it('200: side by side, with a summary in words', async () => {
    const [one, other] = [await seed(1, [KEPT, GONE]), await seed(2, [KEPT, CAME])]
    const answer = await two(one, other)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      scan1: { id: one, target_url: 'http://shop.test/', date: '2026-11-20T10:02:31' },
      scan2: { id: other, target_url: 'http://shop.test/' },
      same_target: true,
      new_in_scan2: [{ fingerprint: CAME.fingerprint }],
      fixed_in_scan2: [{ fingerprint: GONE.fingerprint }],
      common: [{ fingerprint: KEPT.fingerprint }],
      new_count: 1,
      fixed_count: 1,
      common_count: 1,
      ai_diff_summary:
        '1 finding new (1 critical: Demo weakness); 1 finding fixed (1 high: Demo weakness); 1 unchanged.',
      ai_diff_summary_source: 'rules',
    })
  })

  it('200: id1 is the older side whatever the dates, and a scan equals itself', async () => {
    const [one, other] = [await seed(1, [GONE]), await seed(2, [])]
    expect(await (await two(other, one)).json()).toMatchObject({ new_count: 1, fixed_count: 0 })
    expect(await (await two(one, one)).json()).toMatchObject({ new_count: 0, common_count: 1 })
  })

  it('200: different targets are allowed, and said', async () => {
    const one = await seed(1, [KEPT])
    const other = await seed(1, [], at('http://staging.test/'))
    const body = await (await two(one, other)).json()
    expect(body).toMatchObject({ same_target: false })
    expect(JSON.stringify(body)).toContain('different targets')
  })

  it('400: an id missing or malformed; 404: a foreign one; 409: a running one', async () => {
    const one = await seed(1, [])
    const bad = await call(`/api/scan/compare-two?id1=${one}`, own.key)
    expect(bad.status).toBe(400)
    expect(await bad.json()).toMatchObject({ fields: [{ path: 'id2' }] })
    expect((await two(one, 'x')).status).toBe(400)
    expect((await two(await seedScan(deps, stranger.id), one)).status).toBe(404)
    expect((await two(one, await seedScan(deps, own.id, { status: 'running' }))).status).toBe(409)
  })
})
