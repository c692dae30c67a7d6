import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LIMITS } from '../../src/limits.ts'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { openAccount } from '../support/e2e-instance.ts'
import { issuesOf, readScan, startScan, untilEnded } from '../support/e2e-scan.ts'
import { followStream, type Follow } from '../support/e2e-sse.ts'

const SCAN_MS = 120_000
const SLACK_MS = 1000
const Ticket = z.object({ ticket: z.string() })
const app = await startTiny()
const { instance, account } = await openAccount()
afterAll(() => app.close())

const follow = (id: string, { headers, ...rest }: Follow = {}) =>
  followStream(`${instance.url}/api/scan/${id}/progress`, {
    headers: { 'x-service-key': account.key, ...headers },
    ...rest,
  })
const begin = (options: Readonly<Record<string, unknown>> = {}) =>
  startScan(instance, account.key, app.url, { profile: 'gate', ...options })

describe('the progress stream', () => {
  it('tells a scan from its start to its end', async () => {
    const id = await begin({ request_delay_ms: 20 })
    const stream = await follow(id)
    const { events } = stream
    expect(stream).toMatchObject({ status: 200, contentType: 'text/event-stream; charset=utf-8' })
    expect(stream.comments).toContain('connected')
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      data: { scan_id: id, status: 'completed' },
    })
    expect(events.filter(({ type }) => type === 'done' || type === 'error')).toHaveLength(1)

    const percents = events.flatMap(({ data }) =>
      typeof data['percent'] === 'number' ? data['percent'] : [],
    )
    expect(percents.length).toBeGreaterThan(1)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    const scan = await readScan(instance, account.key, id)
    const told = events
      .filter(({ type }) => type === 'finding')
      .map(({ data }) => data['fingerprint'])
    expect(new Set(told)).toEqual(new Set(issuesOf(scan).map((row) => row.fingerprint)))
    expect(told).toHaveLength(new Set(told).size)
  })

  it('goes on after the last event that was seen', async () => {
    const id = await begin({ request_delay_ms: 20 })
    const first = await follow(id, { until: (event) => event.type === 'finding' })
    const seen = first.events.at(-1)?.id ?? 0
    const second = await follow(id, { headers: { 'last-event-id': String(seen) } })
    expect(second.events[0]?.id).toBe(seen + 1)
    expect(second.events.at(-1)).toMatchObject({ type: 'done' })
  })

  it('has nothing more for who has seen the end, and all for who asks anew', async () => {
    const id = await begin()
    const { events } = await follow(id)
    const last = String(events.at(-1)?.id)
    expect(await follow(id, { headers: { 'last-event-id': last } })).toMatchObject({ status: 204 })
    const anew = await follow(id)
    expect(anew.events.at(-1)).toMatchObject({ type: 'done' })
    const garbled = await follow(id, { headers: { 'last-event-id': 'x' } })
    expect(garbled.events).toEqual(anew.events)
  })

  it('opens with a ticket of its scan, and with no other', async () => {
    const [id, other] = [await begin(), await begin()]
    const path = `/api/scan/${id}/progress-ticket`
    const reply = await instance.api('POST', path, undefined, { key: account.key })
    const { ticket } = Ticket.parse(reply.body)
    const open = (scan: string, text: string) =>
      followStream(`${instance.url}/api/scan/${scan}/progress?ticket=${encodeURIComponent(text)}`)
    expect((await open(id, ticket)).events.at(-1)).toMatchObject({ type: 'done' })
    expect(await open(other, ticket)).toMatchObject({ status: 401 })
    expect(await open(id, `${ticket.slice(0, -2)}xx`)).toMatchObject({ status: 401 })
    await instance.advance(61)
    expect(await open(id, ticket)).toMatchObject({ status: 401 })
  })

  it('is not there for other accounts', async () => {
    const id = await begin()
    const stranger = await instance.account(null)
    const stream = await follow(id, { headers: { 'x-service-key': stranger.key } })
    expect(stream).toMatchObject({ status: 404, events: [] })
  })
})

describe('an abort', () => {
  const abort = (id: string) =>
    instance.api('POST', `/api/scan/${id}/abort`, undefined, { key: account.key })

  it('ends the scan as failed, keeps what was found and tells the stream', async () => {
    const id = await begin({ request_delay_ms: 100 })
    const streaming = follow(id)
    await follow(id, { until: (event) => event.type === 'finding' })
    const abortedAt = performance.now()
    const reply = await abort(id)
    expect(reply).toMatchObject({ status: 200, body: { scan_id: id, status: 'failed' } })
    const scan = await untilEnded(instance, account.key, id, SCAN_MS)
    expect(scan).toMatchObject({ status: 'failed', error: { code: 'aborted' } })
    expect(scan.results).toMatchObject({ partial: true })
    expect(issuesOf(scan).length).toBeGreaterThan(0)
    const { events } = await streaming
    expect(events.at(-1)).toMatchObject({ type: 'error', data: { scan_id: id, code: 'aborted' } })

    const again = await abort(id)
    expect(again).toMatchObject({ status: 409, body: { code: 'scan_not_running' } })
    // A unit at work learns of it with its next checkpoint; a slow scan of some seconds later it is silent.
    const slow = await begin({ request_delay_ms: 100, max_requests: 80 })
    await untilEnded(instance, account.key, slow, SCAN_MS)
    const asked = app.stats().hits.filter((hit) => hit.scan === id)
    const lateMs = (asked.at(-1)?.at ?? 0) - abortedAt
    expect(lateMs).toBeLessThan(LIMITS.checkpointMs + SLACK_MS)
    expect(performance.now() - abortedAt).toBeGreaterThan(LIMITS.checkpointMs + SLACK_MS)
  })
})
