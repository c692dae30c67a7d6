import { describe, expect, it } from 'vitest'

import { aFinding } from '../support/findings.ts'
import { anAccount, aWorld, seedScan } from './support/read-world.ts'

const { deps, call } = aWorld()
const own = await anAccount(deps)

const HIGH = aFinding({ severity: 'high', title: '<b>high</b>' }, 'high')
const MEDIUM = aFinding({ severity: 'medium', confidence: 'likely' }, 'medium')
const WARNING = aFinding(
  { status: 'warning', severity: 'info', potential_severity: 'critical', confidence: 'possible' },
  'warning',
)
const SAFE = aFinding({ status: 'safe', severity: 'info' }, 'safe')
const ROWS = [HIGH, MEDIUM, WARNING, SAFE]

const id = await seedScan(deps, own.id, { findings: ROWS })
const clean = await seedScan(deps, own.id, { findings: [SAFE] })

type Verdict = { passed: boolean; failing: { title: string; severity: string }[] }
const ask = (scanId: string, query = '') => call(`/api/v1/scan/${scanId}/gate${query}`, own.key)
const verdict = async (scanId: string, query = ''): Promise<Verdict> =>
  (await ask(scanId, query)).json()

describe('GET /api/v1/scan/{id}/gate', () => {
  it('200: a verdict with everything it was made from', async () => {
    const answer = await ask(id)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      passed: false,
      counts: { critical: 0, high: 1, medium: 1, low: 0, info: 0 },
      failing_count: 1,
      failing: [{ title: '<b>high</b>', severity: 'high', fingerprint: HIGH.fingerprint }],
      scan_id: id,
      status: 'completed',
      fail_on: 'high',
      min_confidence: 'likely',
      new_only: false,
      partial: false,
      previous_scan_id: null,
    })
    expect((await verdict(clean)).passed).toBe(true)
  })

  it.each([
    ['?fail_on=critical', true],
    ['?fail_on=high', false],
    ['?fail_on=medium', false],
    ['?fail_on=info', false],
    ['?fail_on=medium&min_confidence=confirmed', false],
    ['?fail_on=critical&min_confidence=possible', false],
  ])('%s: passed is %s', async (query, passed) => {
    expect((await verdict(id, query)).passed).toBe(passed)
  })

  it('reads the row alone: the stored report may be gone', async () => {
    const bare = await seedScan(deps, own.id, { findings: [HIGH], report: null })
    expect((await verdict(bare)).passed).toBe(false)
  })

  it('new_only: what counted in the previous scan does not count again', async () => {
    const previousScanId = await seedScan(deps, own.id, { findings: [HIGH, WARNING] })
    const next = await seedScan(deps, own.id, { findings: ROWS, previousScanId })
    expect(await verdict(next, '?new_only=true&fail_on=low')).toMatchObject({
      passed: false,
      failing: [{ severity: 'medium' }],
      previous_scan_id: previousScanId,
    })
    expect((await verdict(next, '?new_only=true')).passed).toBe(true)
    expect((await verdict(next, '?new_only=1&min_confidence=possible')).passed).toBe(true)
  })

  it('new_only: a warning that was proved since is new', async () => {
    const warned = { ...WARNING, fingerprint: HIGH.fingerprint }
    const previousScanId = await seedScan(deps, own.id, { findings: [warned] })
    const next = await seedScan(deps, own.id, { findings: [HIGH], previousScanId })
    expect((await verdict(next, '?new_only=true')).passed).toBe(false)
  })

  it('new_only: without a previous scan all are new, also when it was deleted', async () => {
    expect((await verdict(id, '?new_only=true')).passed).toBe(false)
    const previousScanId = crypto.randomUUID()
    const orphan = await seedScan(deps, own.id, { findings: [HIGH], previousScanId })
    expect(await verdict(orphan, '?new_only=true')).toMatchObject({
      passed: false,
      previous_scan_id: null,
    })
  })

  it('a partial scan fails closed unless it is allowed', async () => {
    const partial = await seedScan(deps, own.id, { partial: 1 })
    expect(await verdict(partial)).toMatchObject({ passed: false, reason: 'scan_incomplete' })
    expect(await verdict(partial, '?allow_partial=true')).toMatchObject({ passed: true })
  })

  it('200: a failed scan does not pass, allowed or not', async () => {
    const failed = await seedScan(deps, own.id, { status: 'failed', errorCode: 'aborted' })
    const answer = await ask(failed, '?allow_partial=true')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      passed: false,
      reason: 'scan_failed',
      status: 'failed',
    })
  })

  it('409: while the scan runs, with an advised wait', async () => {
    const answer = await ask(await seedScan(deps, own.id, { status: 'running' }))
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'scan_not_completed' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each([
    ['?fail_on=never', 'fail_on'],
    ['?fail_on=HIGH', 'fail_on'],
    ['?fail_on=', 'fail_on'],
    ['?min_confidence=sure', 'min_confidence'],
    ['?new_only=yes', 'new_only'],
    ['?allow_partial=', 'allow_partial'],
    ['?fail_on=low&fail_on=high', 'fail_on'],
  ])('400: %s', async (query, path) => {
    const answer = await ask(id, query)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ path }] })
  })
})
