import { describe, expect, it } from 'vitest'

import type { Finding } from '../../src/report/finding.ts'
import { isoSeconds } from '../../src/report/time.ts'
import type { ScanOptions } from '../../src/scanner/engine/options.ts'
import { beginState } from '../../src/scanner/engine/scan-state.ts'
import type { KeptPlace } from '../../src/scanner/engine/unit.ts'
import { indexReport, writeReport } from '../../src/services/scans/finalise.ts'
import { aFinding } from '../support/findings.ts'
import { OPTIONS } from '../support/scans.ts'
import { hit, meta, tally } from '../support/sightings.ts'
import { freezeClock, freshHost, makeHarness, now, rowsOf, UNLIMITED } from './support.ts'
import { finish } from './support/finish.ts'
import { seedScan } from './support/read-world.ts'

freezeClock()

const app = makeHarness()
const { deps } = app
const { key, accountId } = await app.account()

const PLACE: KeptPlace = {
  seenAt: { kind: 'answer', method: 'GET', url: 'http://a/', body: null, contentType: null },
  status: 200,
  isMasked: false,
}
const FINDING = aFinding({ check_id: 'xss.reflected' })
const SAFE = aFinding({ check_id: 'xss.reflected', status: 'safe' }, 'safe')

async function scanned(
  change: Partial<ScanOptions> = {},
  findings: readonly Finding[] = [FINDING, SAFE],
) {
  const host = freshHost()
  const target_url = `https://${host}/`
  const id = await seedScan(deps, accountId, {
    host,
    targetUrl: target_url,
    targetNorm: target_url,
    options: JSON.stringify({ ...OPTIONS, target_url, ...change }),
    tags: '["demo"]',
    findings,
  })
  await deps.reports.putPlaces(accountId, id, { [FINDING.id]: PLACE })
  return { id, target_url, host }
}
const pathOf = (scanId: string, findingId = FINDING.id) =>
  `/api/scan/${scanId}/findings/${findingId}/retest`
const ask = (path: string, body: unknown = {}, given = {}) =>
  app.call('POST', path, { key, body, ...given })

describe('POST /api/scan/{id}/findings/{finding_id}/retest', () => {
  it('202: begins a small scan of that place alone, with the options of the scan', async () => {
    const scan = await scanned({ profile: 'gate', excluded_paths: ['/admin'] })
    const answer = await ask(pathOf(scan.id))
    expect(answer).toMatchObject({ status: 202 })
    expect(answer.json).toEqual({ scan_id: expect.any(String), status: 'running' })
    expect(app.rooms.begun.get(answer.json.scan_id)).toMatchObject({
      options: {
        target_url: scan.target_url,
        profile: 'gate',
        excluded_paths: ['/admin'],
        max_requests: 150,
      },
      tags: ['demo'],
      retest: {
        scanId: scan.id,
        fingerprint: FINDING.fingerprint,
        checkId: 'xss.reflected',
        place: PLACE,
      },
    })
    const read = await app.call('GET', `/api/scan/${answer.json.scan_id}`, { key })
    expect(read.json).toMatchObject({ retest_of: scan.id, status: 'running' })
    expect((await app.call('GET', `/api/scan/${scan.id}`, { key })).json).toMatchObject({
      retest_of: null,
    })
    const [audit] = await rowsOf(
      "SELECT detail FROM audit_log WHERE detail LIKE '%' || ? || '%'",
      answer.json.scan_id,
    )
    expect(JSON.stringify(audit)).toContain(scan.id)
  })

  it('is neither a duplicate nor the scan that a later start is a duplicate of', async () => {
    const scan = await scanned()
    const first = await ask(pathOf(scan.id))
    const second = await ask(pathOf(scan.id))
    expect([first.status, second.status]).toEqual([202, 202])
    const start = await ask('/api/scan', { target_url: scan.target_url })
    expect(start.status).toBe(202)
    expect((await ask(pathOf(scan.id))).status).toBe(202)
    expect(await ask('/api/scan', { target_url: scan.target_url })).toMatchObject({
      status: 200,
      json: { scan_id: start.json.scan_id },
    })
  })

  it('gives its answer again under the same Idempotency-Key', async () => {
    const scan = await scanned()
    const headers = { 'idempotency-key': 'once' }
    const first = await ask(pathOf(scan.id), {}, { headers })
    const again = await ask(pathOf(scan.id), {}, { headers })
    expect(again.json).toEqual(first.json)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('404: an unknown scan, a foreign one, an unknown finding, and ids that are none', async () => {
    const { id } = await scanned()
    const stranger = await app.account()
    const answers = [
      await ask(pathOf(crypto.randomUUID())),
      await ask(pathOf(id), {}, { key: stranger.key }),
      await ask(pathOf(id, '0123456789abcdef')),
      await ask(pathOf(id, 'none')),
      await ask(pathOf('none')),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } })
    }
  })

  it('409: while the scan runs, with an advised wait', async () => {
    const id = await seedScan(deps, accountId, { status: 'running' })
    const answer = await ask(pathOf(id))
    expect(answer).toMatchObject({ status: 409, json: { code: 'scan_not_completed' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  const cookie = { type: 'cookie', cookie_string: 'session=canary-retest-71' }
  it.each([
    ['auth_config', {}],
    ['auth_config', { auth_config: { type: 'token', token: 'canary-retest' } }],
    ['custom_headers', { auth_config: cookie }],
    ['custom_headers', { auth_config: cookie, custom_headers: { 'X-Other': 'canary-retest' } }],
  ])('400: names %s where the scan had credentials and the body has %j', async (field, body) => {
    const scan = await scanned({
      auth_config: { type: 'cookie', configured: true },
      custom_headers: ['X-Tenant'],
    })
    const answer = await ask(pathOf(scan.id), body)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(answer.json.fields.map(({ path }) => path)).toEqual([field])
    expect(answer.text).not.toContain('canary')
  })

  it('202: with credentials of the same kind, sealed and in no row', async () => {
    const scan = await scanned({
      auth_config: { type: 'cookie', configured: true },
      custom_headers: ['X-Tenant'],
    })
    const body = { auth_config: cookie, custom_headers: { 'x-tenant': 'canary-retest-72' } }
    const answer = await ask(pathOf(scan.id), body)
    expect(answer.status).toBe(202)
    const begun = app.rooms.begun.get(answer.json.scan_id)
    expect(JSON.stringify(begun)).not.toContain('canary')
    const secrets = await deps.vault.open(begun?.secretsCt ?? '', answer.json.scan_id)
    expect(JSON.parse(secrets)).toMatchObject(body)
    const rows = await rowsOf('SELECT * FROM scans WHERE id = ?', answer.json.scan_id)
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  it.each([
    ['credentials that the scan had not', FINDING.id, { auth_config: cookie }],
    ['a row that is no finding', SAFE.id, {}],
    ['an unknown field', FINDING.id, { scan_authorized: true }],
  ])('400: %s', async (_, findingId, body) => {
    const { id } = await scanned()
    const answer = await ask(pathOf(id, findingId), body)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
  })

  it.each([
    ['authorization_required', 403, { profile: 'deep' }, {}],
    ['target_not_allowed', 400, { target_url: 'http://10.0.0.1/' }, {}],
    ['concurrent_limit', 429, {}, { concurrent_scans: 0 }],
    ['asset_limit_reached', 403, {}, { scans_per_day: 0 }],
    ['domain_cooldown', 429, {}, { domain_cooldown: 0 }],
    ['rate_limit_exceeded', 429, {}, { writes_per_minute: 0 }],
  ] as const)('is refused as every start: %s', async (code, status, change, limits) => {
    const other = await app.account({ limits: { ...UNLIMITED, ...limits } })
    const target_url = `https://${freshHost()}/`
    const id = await seedScan(deps, other.accountId, {
      options: JSON.stringify({ ...OPTIONS, target_url, ...change }),
      findings: [FINDING],
    })
    await deps.reports.putPlaces(other.accountId, id, { [FINDING.id]: PLACE })
    const answer = await ask(pathOf(id), {}, { key: other.key })
    expect(answer).toMatchObject({ status, json: { code } })
  })
})

describe('what a re-test ends', () => {
  const origin = (host: string) => `http://${host}`
  const seen = (host: string, parameter: string) =>
    hit({ origin: origin(host), url: `${origin(host)}/item?${parameter}=1`, parameter })

  it('is the life of its own finding; previous and badge take no notice of it', async () => {
    const host = freshHost()
    const id = await finish(deps, accountId, {
      host,
      hits: [seen(host, 'a'), seen(host, 'b')],
      now: now() - 60_000,
    })
    const scan = await deps.reports.get(accountId, id)
    const [own, other] = scan?.results.vulnerabilities ?? []
    if (own === undefined || other === undefined) throw new Error('two rows')
    const scanId = await seedScan(deps, accountId, {
      host,
      targetUrl: `${origin(host)}/`,
      targetNorm: `${origin(host)}/`,
      status: 'running',
      startedAt: now(),
      retestOf: id,
    })
    const begun = beginState({
      scanId,
      accountId,
      options: { ...OPTIONS, target_url: `${origin(host)}/` },
      tags: [],
      scanAuthorized: true,
      startedAt: now(),
      deadline: now() + 60_000,
      retest: { scanId: id, fingerprint: own.fingerprint, checkId: own.check_id, place: PLACE },
    })
    const input = {
      state: { ...begun, origins: [origin(host)] },
      ending: { status: 'completed' as const },
      parts: [
        {
          requests: 5,
          // What the check sees on the way elsewhere is not what was asked.
          hits: [seen(host, 'c')],
          tallies: [tally({ points: 1, requests: 3 })],
          urls: [
            {
              url: `${origin(host)}/`,
              method: 'GET',
              source: 'target',
              status: 200,
              content_type: 'text/html',
              parameters: [],
            },
          ],
          points: [],
          tech: [],
          performance: null,
        },
      ],
      checks: [meta(), meta({ id: 'demo.other' })],
      notRun: [],
      completedAt: now() + 1000,
    }
    const report = await writeReport(deps, input)
    await indexReport(deps, input, report)
    expect(report.coverage).toMatchObject([{ check_id: own.check_id, outcome: 'passed' }])
    expect(report.results.vulnerabilities).toMatchObject([{ status: 'safe' }])
    const lives = await rowsOf(
      'SELECT fingerprint, fixed_at FROM findings WHERE host = ? ORDER BY fixed_at IS NULL',
      host,
    )
    expect(lives).toMatchObject([
      { fingerprint: own.fingerprint, fixed_at: expect.any(Number) },
      { fingerprint: other.fingerprint, fixed_at: null },
    ])
    expect(await rowsOf('SELECT badge_eligible FROM scans WHERE id = ?', scanId)).toEqual([
      { badge_eligible: 0 },
    ])
    const next = await finish(deps, accountId, { host, now: now() + 5000 })
    expect((await deps.reports.get(accountId, next))?.previous).toEqual({
      scan_id: id,
      completed_at: isoSeconds(now() - 59_000),
    })
  })
})
