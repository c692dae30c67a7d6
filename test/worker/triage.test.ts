import { describe, expect, it } from 'vitest'

import { endTriages } from '../../src/services/findings/end-triages.ts'
import { recountScans } from '../../src/services/findings/recount.ts'
import type { RecountJob } from '../../src/services/ports.ts'
import type { Finding } from '../../src/report/finding.ts'
import { isoSeconds, MINUTE } from '../../src/report/time.ts'
import { hit, meta } from '../support/sightings.ts'
import { finish } from './support/finish.ts'
import { anAccount, aWorld, seedAsset } from './support/read-world.ts'

const jobs: RecountJob[] = []
const { deps, clock, call } = aWorld({
  askRecount: async (job) => {
    jobs.push(job)
  },
})
const own = await anAccount(deps)
const stranger = await anAccount(deps)

let hosts = 0
const freshHost = () => `t${(hosts += 1)}.test`
const at = (host: string) => ({ origin: `http://${host}`, url: `http://${host}/item?id=1` })
const scan = (host: string, hits = [hit(at(host))]) => {
  clock.now += MINUTE
  return finish(deps, own.id, { host, hits })
}

type Scan = {
  summary: Record<string, number>
  results: { vulnerabilities: Finding[] }
}
const read = async (path: string) =>
  (await call(path, own.key)).json<Scan & Record<string, unknown>>()
const findingOf = async (id: string): Promise<Finding> => {
  const [row] = (await read(`/api/scan/${id}`)).results.vulnerabilities
  if (row === undefined) throw new Error('no row')
  return row
}
const patch = (fingerprint: string, body: unknown, key = own.key) =>
  call(`/api/findings/${fingerprint}`, key, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const accept = (asset: string, given = {}) => ({
  asset,
  triage: 'accepted_risk',
  reason: 'Behind the office network.',
  ...given,
})
const passes = async (id: string) => (await read(`/api/v1/scan/${id}/gate`))['passed']

describe('PATCH /api/findings/{fingerprint}', () => {
  it('200: a suppressed finding leaves counts, gate, v1, exports and lists, and opens again', async () => {
    const host = freshHost()
    const id = await scan(host)
    const { fingerprint } = await findingOf(id)
    expect(await passes(id)).toBe(false)
    const before = await call(`/api/scan/${id}`, own.key)
    const answer = await patch(fingerprint, accept(host))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      fingerprint,
      asset: host,
      triage: {
        state: 'accepted_risk',
        reason: 'Behind the office network.',
        by: `key:${own.keyId}`,
        until: null,
      },
      history: [{ event: 'first_seen', scan_id: id }, { event: 'triaged' }],
    })
    const shown = await read(`/api/scan/${id}`)
    expect(shown.summary).toMatchObject({ critical: 0, risk_score: 0 })
    expect(shown.results.vulnerabilities[0]).toMatchObject({
      fingerprint,
      status: 'info',
      severity: 'info',
      cvss_score: 0,
      potential_severity: 'critical',
      triage: { state: 'accepted_risk' },
    })
    const etag = before.headers.get('etag') ?? ''
    const again = await call(`/api/scan/${id}`, own.key, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(200)
    expect(await read(`/api/v1/scan/${id}`)).toMatchObject({
      findings: [],
      summary: { critical: 0 },
    })
    const list = await read(`/api/scans?search=${host}`)
    expect(list['items']).toMatchObject([{ id, summary: { critical: 0, risk_score: 0 } }])
    const csv = await call(`/api/scan/${id}/export/json`, own.key)
    expect((await csv.json<Scan>()).summary).toMatchObject({ critical: 0 })

    expect((await patch(fingerprint, { asset: host, triage: 'open' })).status).toBe(200)
    expect((await findingOf(id)).status).toBe('vulnerable')
    expect((await read(`/api/scans?search=${host}`))['items']).toMatchObject([
      { summary: { critical: 1 } },
    ])
  })

  it('counts every scan that holds it again, newest first, page by page', async () => {
    const host = freshHost()
    const ids = [await scan(host), await scan(host), await scan(host)]
    const { fingerprint } = await findingOf(ids[0] ?? '')
    await patch(fingerprint, accept(host))
    const summaries = async () =>
      ((await read(`/api/scans?search=${host}`))['items'] as Scan[]).map(
        ({ summary }) => summary['critical'],
      )
    expect(await summaries()).toEqual([0, 0, 0])
    expect(jobs).toEqual([])
    // The same job again, as a queue may deliver it, changes nothing.
    await recountScans(deps, { v: 1, accountId: own.id, host, fingerprint, after: null })
    expect(await summaries()).toEqual([0, 0, 0])
  })

  it('belongs to one asset of one account', async () => {
    const [host, other] = [freshHost(), freshHost()]
    const [id, elsewhere] = [await scan(host), await scan(other)]
    const { fingerprint } = await findingOf(id)
    expect((await patch(fingerprint, accept(other))).status).toBe(404)
    expect((await patch(fingerprint, accept(host), stranger.key)).status).toBe(404)
    expect((await patch('f'.repeat(64), accept(host))).status).toBe(404)
    expect((await patch('short', accept(host))).status).toBe(404)
    expect((await findingOf(elsewhere)).status).toBe('vulnerable')
  })

  it('takes the id of an asset too', async () => {
    const host = freshHost()
    await seedAsset(deps, own.id, host, null)
    const { fingerprint } = await findingOf(await scan(host))
    const assets = await deps.db.query.assets.findMany()
    const asset = assets.find((each) => each.host === host)
    expect((await patch(fingerprint, accept(asset?.id ?? ''))).status).toBe(200)
  })

  it('writes one audit entry with what was decided, by whom and for how long', async () => {
    const host = freshHost()
    const { fingerprint } = await findingOf(await scan(host))
    await patch(fingerprint, accept(host, { until: '2027-01-01T00:00:00' }))
    const entries = await deps.db.query.auditLog.findMany()
    expect(
      entries
        .filter(({ action }) => action === 'finding.triage')
        .map(({ actor, detail }) => ({ actor, ...JSON.parse(detail) }))
        .filter((entry) => entry.host === host),
    ).toEqual([
      {
        actor: `key:${own.keyId}`,
        fingerprint,
        host,
        state: 'accepted_risk',
        reason: 'Behind the office network.',
        until: Date.UTC(2027, 0, 1),
      },
    ])
  })

  it.each([
    [{ triage: 'ignored' }, 'triage'],
    [{ reason: undefined }, 'reason'],
    [{ reason: '' }, 'reason'],
    [{ reason: 'x'.repeat(1001) }, 'reason'],
    [{ reason: 'a\u0000b' }, 'reason'],
    [{ until: 'tomorrow' }, 'until'],
    [{ until: '2020-01-01T00:00:00' }, 'until'],
    [{ triage: 'open', until: '2027-01-01T00:00:00' }, 'until'],
    [{ asset: '' }, 'asset'],
    [{ colour: 'red' }, 'colour'],
  ])('400: %j', async (given, path) => {
    const answer = await patch('a'.repeat(64), accept('shop.test', given))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ path }] })
  })

  it('403: a key without the scope scan', async () => {
    const key = await own.withScopes('read')
    expect((await patch('a'.repeat(64), accept('shop.test'), key)).status).toBe(403)
  })
})

describe('a triage with an end', () => {
  it('ends by itself: reads at that instant, counts with the next tick of the cron', async () => {
    const host = freshHost()
    const id = await scan(host)
    const { fingerprint } = await findingOf(id)
    const until = clock.now + MINUTE
    await patch(fingerprint, accept(host, { until: `${isoSeconds(until)}Z` }))
    expect(await endTriages(deps)).toBe(0)
    clock.now = until
    expect((await findingOf(id)).status).toBe('vulnerable')
    expect(await passes(id)).toBe(false)
    expect(await endTriages(deps)).toBe(1)
    expect(await endTriages(deps)).toBe(0)
    expect((await read(`/api/scans?search=${host}`))['items']).toMatchObject([
      { summary: { critical: 1 } },
    ])
    const record = await read(`/api/findings/${fingerprint}?asset=${host}`)
    expect(record).toMatchObject({ triage: { state: 'open', until: null } })
    expect((record['history'] as { event: string }[]).map(({ event }) => event)).toEqual([
      'first_seen',
      'triaged',
      'triage_ended',
    ])
  })
})

describe('the life of a finding over scans', () => {
  it('200: first seen, last seen, fixed, reopened, and due by the first day', async () => {
    const host = freshHost()
    const first = await scan(host)
    const firstSeen = clock.now
    const { fingerprint } = await findingOf(first)
    const life = () => read(`/api/findings/${fingerprint}?asset=${host}`)
    const second = await scan(host)
    expect(await life()).toMatchObject({
      asset: host,
      check_id: 'demo.sqli',
      title: 'SQL injection',
      severity: 'critical',
      status: 'open',
      first_seen: isoSeconds(firstSeen),
      first_scan_id: first,
      last_seen: isoSeconds(clock.now),
      last_scan_id: second,
      due_date: isoSeconds(firstSeen + 7 * 24 * 60 * MINUTE),
    })
    expect((await findingOf(second)).first_seen).toBe(isoSeconds(firstSeen))
    const lastSeen = clock.now
    await scan(host, [])
    expect(await life()).toMatchObject({
      status: 'fixed',
      last_seen: isoSeconds(lastSeen),
      fixed_at: isoSeconds(clock.now + 1000),
      due_date: null,
    })
    const again = await scan(host)
    expect(await life()).toMatchObject({
      status: 'open',
      fixed_at: null,
      reopened_at: isoSeconds(clock.now),
      last_scan_id: again,
    })
    expect(((await life())['history'] as { event: string }[]).map(({ event }) => event)).toEqual([
      'first_seen',
      'fixed',
      'reopened',
    ])
  })

  it('is not fixed by a scan that failed, or that did not ask its path', async () => {
    const host = freshHost()
    const { fingerprint } = await findingOf(await scan(host))
    clock.now += MINUTE
    await finish(deps, own.id, { host, paths: ['/'] })
    await finish(deps, own.id, { host, status: 'failed' })
    await finish(deps, own.id, { host, checks: [meta({ id: 'demo.other' })] })
    expect(await read(`/api/findings/${fingerprint}?asset=${host}`)).toMatchObject({
      status: 'open',
    })
  })

  it('mitigated opens again when a later scan sees it, and older scans are counted again', async () => {
    const host = freshHost()
    const old = await scan(host)
    const { fingerprint } = await findingOf(old)
    await patch(fingerprint, accept(host, { triage: 'mitigated', reason: 'Patched.' }))
    expect(await passes(old)).toBe(true)
    jobs.length = 0
    const next = await scan(host)
    expect(await findingOf(next)).toMatchObject({ status: 'vulnerable', triage: { state: 'open' } })
    expect(await passes(next)).toBe(false)
    expect(jobs).toMatchObject([{ host, fingerprint }])
    for (const job of jobs.splice(0)) await recountScans(deps, job)
    expect((await read(`/api/scans?search=${host}`))['items']).toMatchObject([
      { summary: { critical: 1 } },
      { summary: { critical: 1 } },
    ])
  })

  it('a new scan counts without what is suppressed, also when that came while it ended', async () => {
    const host = freshHost()
    const { fingerprint } = await findingOf(await scan(host))
    clock.now += MINUTE
    const between = async () => patch(fingerprint, accept(host))
    const id = await finish(deps, own.id, { host, hits: [hit(at(host))], between })
    expect((await read(`/api/scans?search=${host}`))['items']).toMatchObject([
      { id, summary: { critical: 0 } },
      { summary: { critical: 0 } },
    ])
  })

  it('404: never seen there, or foreign; 400: no asset', async () => {
    const host = freshHost()
    const { fingerprint } = await findingOf(await scan(host))
    const path = `/api/findings/${fingerprint}`
    expect((await call(`${path}?asset=elsewhere.test`, own.key)).status).toBe(404)
    expect((await call(`${path}?asset=${host}`, stranger.key)).status).toBe(404)
    expect((await call(path, own.key)).status).toBe(400)
  })
})

describe('PATCH /api/scan/{id}', () => {
  const change = (id: string, body: unknown, key = own.key) =>
    call(`/api/scan/${id}`, key, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('200: tags and notes change in scan, list, filter and entity tag', async () => {
    const id = await scan(freshHost())
    const etag = (await call(`/api/scan/${id}`, own.key)).headers.get('etag')
    const answer = await change(id, { tags: [' a ', 'b', 'a'], notes: 'Seen.' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id, tags: ['a', 'b'], notes: 'Seen.' })
    expect((await call(`/api/scan/${id}`, own.key)).headers.get('etag')).not.toBe(etag)
    expect(await read('/api/scans?tag=b')).toMatchObject({ items: [{ id }], total: 1 })
    expect(await (await change(id, { tags: ['c'] })).json()).toMatchObject({
      tags: ['c'],
      notes: 'Seen.',
    })
    expect(await read('/api/scans?tag=b')).toMatchObject({ total: 0 })
    expect((await change(id, {})).status).toBe(200)
  })

  it('400, 403, 404: wrong fields, a key that only reads, a foreign scan', async () => {
    const id = await scan(freshHost())
    for (const body of [{ tags: 'a' }, { notes: null }, { status: 'failed' }, { tags: [''] }]) {
      expect((await change(id, body)).status).toBe(400)
    }
    expect((await change(id, { notes: 'x' }, await own.withScopes('read'))).status).toBe(403)
    expect((await change(id, { notes: 'x' }, stranger.key)).status).toBe(404)
  })
})
