import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it, vi } from 'vitest'

import { scans } from '../../src/db/schema.ts'
import { PARTS } from '../../src/exporters/parts.ts'
import worker from '../../src/index.ts'
import { LIMITS } from '../../src/limits.ts'
import { makeFile } from '../../src/services/reports/make-file.ts'
import type { ExportOrder } from '../../src/services/reports/ports.ts'
import { aFinding } from '../support/findings.ts'
import { anAccount, aWorld, seedScan } from './support/read-world.ts'

const { deps, call } = aWorld()
const own = await anAccount(deps)
const other = await anAccount(deps)
const findings = [aFinding({}, 'a'), aFinding({ severity: 'low' }, 'b')]
const first = await seedScan(deps, own.id, { findings })
const second = await seedScan(deps, own.id, { findings, tags: '["second"]' })
const foreign = await seedScan(deps, other.id)
const running = await seedScan(deps, own.id, { status: 'running' })
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** A world whose queue loses every message and in which a minute passes at once. */
const lossy = (sent: ExportOrder[] = []) =>
  aWorld({ sleep: async () => {}, exportQueue: { send: async (order) => void sent.push(order) } })

const keysOf = async (folder: string, accountId = own.id) =>
  (await env.RESULTS.list({ prefix: `exports/${accountId}/${folder}/` })).objects.map(
    ({ key }) => key,
  )
const bulk = (ids: readonly unknown[], key: string | null = own.key, to = call) =>
  to('/api/report/bulk', key, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scan_ids: ids }),
  })

describe('one scan as PDF', () => {
  it('is kept in R2 under renderer, overlay and query, and made anew when triage changes', async () => {
    const path = `/api/scan/${first}/report`
    const made = new Uint8Array(await (await call(path, own.key)).arrayBuffer())
    const again = await lossy().call(path, own.key)
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(made)
    const [key] = await keysOf(first)
    expect(key).toMatch(/\/pdf\d+\.\d+\.\d+\.\d+-0-[0-9a-f]{32}\.pdf$/)
    await deps.db.update(scans).set({ overlayVersion: 1 }).where(eq(scans.id, first))
    expect((await lossy().call(path, own.key)).status).toBe(202)
  })

  it('202: when it takes longer than a minute, with the place to ask again', async () => {
    const sent: ExportOrder[] = []
    const path = `/api/scan/${second}/docx`
    const answer = await lossy(sent).call(path, own.key)
    expect(answer.status).toBe(202)
    expect(answer.headers.get('location')).toBe(path)
    expect(answer.headers.get('retry-after')).toBe(String(LIMITS.pollAfterS))
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.json()).toMatchObject({ status: 'rendering' })
    expect(sent).toHaveLength(1)
    // The next question finds the order, and does not send another.
    expect((await lossy(sent).call(path, own.key)).status).toBe(202)
    expect(sent).toHaveLength(1)
  })

  it('503: while what it is made of cannot be read, and not for ever', async () => {
    const lost = await seedScan(deps, own.id)
    await deps.reports.delete(own.id, lost)
    const answer = await call(`/api/scan/${lost}/report`, own.key)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  })

  it('500: when making it fails, with a log line', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const broken = await seedScan(deps, own.id, { report: { coverage: undefined } as never })
    const answer = await call(`/api/scan/${broken}/report`, own.key)
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ code: 'internal_error' })
    expect(log.mock.calls.flat().join('\n')).toContain('export_failed')
    log.mockRestore()
  })
})

describe('an archive', () => {
  const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
  const read = async (scanId: string) => {
    const files = unzipSync(await bytesOf(await call(`/api/scan/${scanId}/export/zip`, own.key)))
    return (extension: string) =>
      Object.entries(files).find(([name]) => name.endsWith(`/report.${extension}`))?.[1]
  }

  it('leaves what it was made of for who asks for that alone', async () => {
    const scan = await seedScan(deps, own.id, { findings })
    const file = await read(scan)
    for (const [path, extension] of [
      [`/api/scan/${scan}/report`, 'pdf'],
      [`/api/scan/${scan}/docx`, 'docx'],
      [`/api/scan/${scan}/export/md`, 'md'],
    ] as const) {
      const answer = await lossy().call(path, own.key)
      expect([path, answer.status]).toEqual([path, 200])
      expect(await bytesOf(answer)).toEqual(file(extension))
    }
    expect(await keysOf(scan)).toHaveLength(PARTS.length + 1)
  })

  it('takes what was made before as it is', async () => {
    const scan = await seedScan(deps, own.id, { findings })
    await (await call(`/api/scan/${scan}/export/md`, own.key)).arrayBuffer()
    const [key = ''] = await keysOf(scan)
    await deps.exports.put(key, new TextEncoder().encode('made before'))
    expect(new TextDecoder().decode((await read(scan))('md'))).toBe('made before')
  })

  it('leaves nothing of a scan that was deleted meanwhile', async () => {
    const scan = await seedScan(deps, own.id, { findings })
    const { get } = deps.exports
    const exports: typeof deps.exports = {
      ...deps.exports,
      get: async (key) => {
        await deps.db.delete(scans).where(eq(scans.id, scan))
        return get(key)
      },
    }
    const key = deps.exports.keyOf(own.id, scan, 'test.zip')
    const order: ExportOrder = {
      v: 1,
      key,
      account_id: own.id,
      scan_ids: [scan],
      format: 'zip',
      options: {},
    }
    await makeFile({ ...deps, exports }, order, false)
    expect(await keysOf(scan)).toEqual([])
  })
})

describe('the consumer', () => {
  const order = (given: Partial<ExportOrder>): ExportOrder => ({
    v: 1,
    key: deps.exports.keyOf(own.id, first, 'test.pdf'),
    account_id: own.id,
    scan_ids: [first],
    format: 'pdf',
    options: {},
    ...given,
  })
  async function consume(body: unknown, attempts = 1) {
    const message = { id: 'm', timestamp: new Date(0), attempts, body }
    const batch = createMessageBatch('exports', [message])
    const ctx = createExecutionContext()
    await worker.queue(batch, env)
    return getQueueResult(batch, ctx)
  }

  it('acknowledges every message, also one that it cannot read', async () => {
    for (const body of [order({}), { v: 2 }, order({ key: 'results/x' })]) {
      expect((await consume(body)).explicitAcks).toEqual(['m'])
    }
    expect(await deps.exports.has(order({}).key)).toBe(true)
  })

  it('does not try again what died on the way: the one who waits is told', async () => {
    const key = deps.exports.keyOf(own.id, first, 'died.pdf')
    await consume(order({ key }), 2)
    expect(await deps.exports.has(key)).toBe(false)
    expect(await deps.exports.state(key)).toMatchObject({ kind: 'failed', code: 'unavailable' })
  })

  it('makes nothing of a scan of another account', async () => {
    const key = deps.exports.keyOf(own.id, foreign, 'test.pdf')
    await consume(order({ key, scan_ids: [foreign] }))
    expect(await deps.exports.has(key)).toBe(false)
  })
})

describe('POST /api/report/bulk', () => {
  const makeBoth = async () => {
    const answer = await bulk([second, first, second])
    const { status, headers } = answer
    return { status, headers, made: new Uint8Array(await answer.arrayBuffer()) }
  }
  let both: Awaited<ReturnType<typeof makeBoth>>
  beforeAll(async () => {
    both = await makeBoth()
  })

  it('200: one PDF, the same for the same scans, another for another order', async () => {
    const { status, headers, made } = both
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(headers.get('content-disposition')).toMatch(/filename="report-[0-9a-f]{32}\.pdf"/)
    expect(new TextDecoder().decode(made.subarray(0, 5))).toBe('%PDF-')
    const again = await bulk([second.toUpperCase(), first])
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(made)
    const turned = await bulk([first, second], own.key, lossy().call)
    expect(turned.status).toBe(202)
    expect(turned.headers.get('location')).toMatch(/^\/api\/report\/bulk\/[0-9a-f]{32}$/)
  })

  it('its 202 points to where it is fetched, by the account alone', async () => {
    const [key = ''] = (await keysOf('bulk')).filter((name) => name.endsWith('.pdf'))
    const path = `/api/report/bulk/${key.split('/').at(-1)?.replace('.pdf', '')}`
    const answer = await call(path, own.key)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(both.made)
    const etag = answer.headers.get('etag') ?? ''
    const unchanged = await call(path, own.key, { headers: { 'if-none-match': etag } })
    expect(unchanged.status).toBe(304)
    expect((await call(path, other.key)).status).toBe(404)
    expect((await call('/api/report/bulk/x', own.key)).status).toBe(404)
  })

  it.each([
    ['404: names unknown and foreign scans alike', [first, UNKNOWN, foreign], 404, 'not_found'],
    ['409: names scans that have not completed', [first, running], 409, 'scan_not_completed'],
  ])('%s', async (_, ids, status, code) => {
    const answer = await bulk(ids)
    const body: { error: string; code: string } = await answer.json()
    expect([answer.status, body.code]).toEqual([status, code])
    for (const id of ids.slice(1)) expect(body.error).toContain(id)
    expect(body.error).not.toContain(first)
  })

  it.each([
    ['none', []],
    ['more than fifty', Array.from({ length: 51 }, () => UNKNOWN)],
    ['no id', ['x']],
    ['a number', [1]],
  ])('400: %s', async (_, ids) => {
    const answer = await bulk(ids)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request' })
  })

  it('401 and 403: without a key, without the scope', async () => {
    expect((await bulk([first], null)).status).toBe(401)
    expect((await bulk([first], await own.withScopes('scan'))).status).toBe(403)
  })
})

describe('DELETE of a scan', () => {
  it('erases what was made of it, combined reports too, and what is made meanwhile', async () => {
    const doomed = await seedScan(deps, own.id, { findings })
    const keep = await seedScan(deps, own.id, { findings })
    const sarif = (id: string) => call(`/api/scan/${id}/sarif`, own.key)
    await Promise.all([sarif(doomed), sarif(keep)])
    expect([await keysOf(doomed), await keysOf(keep)].map((keys) => keys.length)).toEqual([1, 1])
    expect(await keysOf('bulk')).not.toEqual([])
    const gone = await call(`/api/scan/${doomed}`, own.key, { method: 'DELETE' })
    expect(gone.status).toBe(200)
    expect([await keysOf(doomed), await keysOf('bulk')]).toEqual([[], []])
    expect(await keysOf(keep)).toHaveLength(1)
    // An order that was under way then.
    const key = deps.exports.keyOf(own.id, doomed, 'late.pdf')
    const late = { v: 1, key, account_id: own.id, scan_ids: [doomed], format: 'pdf', options: {} }
    await worker.queue(
      createMessageBatch('exports', [{ id: 'm', timestamp: new Date(0), attempts: 1, body: late }]),
      env,
    )
    expect(await keysOf(doomed)).toEqual([])
  })
})
