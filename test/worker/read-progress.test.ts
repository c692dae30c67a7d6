import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../src/limits.ts'
import { aFinding } from '../support/findings.ts'
import { COMPLETED } from '../support/scans.ts'
import { anAccount, aWorld, seedScan, withRoom } from './support/read-world.ts'

const asked: (string | null)[] = []
const LIVE = 'id: 1\ndata: {"type":"progress","data":{}}\n\n'
const room = withRoom({
  wake: async () => false,
  events: async (lastEventId) => {
    asked.push(lastEventId)
    return new Response(LIVE, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  },
})
const { deps, clock, call } = aWorld(room)
const own = await anAccount(deps)
const other = await anAccount(deps)
const running = await seedScan(deps, own.id, { status: 'running' })
const ended = await seedScan(deps, own.id, {
  findings: [aFinding({}, 'a'), aFinding({ status: 'safe', severity: 'info' }, 'b')],
})

type Event = { type: string; data: Record<string, unknown> }
const follow = (id: string, key: string | null, query = '', headers = {}) =>
  call(`/api/scan/${id}/progress${query}`, key, { headers })
const eventsOf = (text: string): Event[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map((hit) => JSON.parse(hit[1] ?? ''))
const ticketFor = async (id: string): Promise<{ ticket: string; expires_at: string }> =>
  (await call(`/api/scan/${id}/progress-ticket`, own.key, { method: 'POST' })).json()

describe('GET /api/scan/{id}/progress', () => {
  it('200: a running scan is followed in its room, from where the client stopped', async () => {
    asked.length = 0
    const answer = await follow(running, own.key)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await answer.text()).toBe(LIVE)
    await follow(running, own.key, '', { 'last-event-id': '7' })
    await follow(running, own.key, '?last_event_id=8')
    expect(asked).toEqual([null, '7', '8'])
  })

  it('200: a scan whose room is cleaned up is told from its report', async () => {
    const answer = await follow(ended, own.key)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(answer.headers.get('x-accel-buffering')).toBe('no')
    const text = await answer.text()
    expect(text).toMatch(/^retry: 3000\n: connected\n\nid: 1\n/)
    expect(text).not.toContain('event:')
    expect(text.match(/^id: .*$/gm)).toEqual(['id: 1', 'id: 2', 'id: 3'])
    const events = eventsOf(text)
    expect(events.map((event) => event.type)).toEqual(['progress', 'finding', 'done'])
    expect(events[0]?.data).toMatchObject({ percent: 100, findings_count: 1 })
    expect(events.at(-1)?.data).toMatchObject({ scan_id: ended, status: 'completed' })
  })

  it('204: a client that has seen the end is told to stop', async () => {
    expect((await follow(ended, own.key, '', { 'last-event-id': '3' })).status).toBe(204)
    expect((await follow(ended, own.key, '?last_event_id=3')).status).toBe(204)
  })

  it.each(['2', '57', '-1', 'x', '3; DROP', ''])(
    'replays from the start for the last id %j',
    async (lastEventId) => {
      const query = `?last_event_id=${encodeURIComponent(lastEventId)}`
      const answer = await follow(ended, own.key, query)
      expect(eventsOf(await answer.text()).at(-1)?.type).toBe('done')
    },
  )

  it('tells why a failed scan failed', async () => {
    const error = { errorCode: 'login_failed', errorMessage: 'No.' }
    const id = await seedScan(deps, own.id, { status: 'failed', ...error, report: null })
    const events = eventsOf(await (await follow(id, own.key)).text())
    expect(events.at(-1)).toEqual({
      type: 'error',
      data: { scan_id: id, code: 'login_failed', error: 'No.' },
    })
  })

  it('asks the room of an ended scan while it lives', async () => {
    const alive = aWorld(
      withRoom({ wake: async () => true, events: async () => new Response('from the room') }),
    )
    const answer = await alive.call(`/api/scan/${ended}/progress`, own.key)
    expect(await answer.text()).toBe('from the room')
  })

  it('HEAD opens no stream', async () => {
    asked.length = 0
    const answer = await call(`/api/scan/${running}/progress`, own.key, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(asked).toEqual([])
  })

  it('401 and 404 are JSON, before any stream', async () => {
    const headers = { accept: 'text/event-stream' }
    const unauthorized = await follow(running, null, '', headers)
    const foreign = await follow(running, other.key, '', headers)
    expect([unauthorized.status, foreign.status]).toEqual([401, 404])
    expect(await unauthorized.json()).toMatchObject({ code: 'unauthorized' })
    expect(await foreign.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('POST /api/scan/{id}/progress-ticket', () => {
  it('200: a ticket that opens the stream without a key', async () => {
    const { ticket, expires_at } = await ticketFor(running)
    expect(expires_at).toBe('2026-11-20T10:03:31')
    const answer = await follow(running, null, `?ticket=${ticket}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(LIVE)
  })

  it('401: the ticket is for another scan, forged, or older than a minute', async () => {
    const { ticket } = await ticketFor(running)
    expect((await follow(ended, null, `?ticket=${ticket}`)).status).toBe(401)
    expect((await follow(running, null, `?ticket=${ticket.slice(0, -2)}AA`)).status).toBe(401)
    expect((await follow(running, null, '?ticket=')).status).toBe(401)
    try {
      clock.now = COMPLETED + LIMITS.ticketTtlMs
      const late = await follow(running, null, `?ticket=${ticket}`)
      expect(late.status).toBe(401)
      const wrongKey = await follow(running, 'psk_live_wrong')
      const text = async (answer: Response) => (await answer.json<{ error: string }>()).error
      expect(await text(late)).toBe(await text(wrongKey))
    } finally {
      clock.now = COMPLETED
    }
  })

  it('a ticket opens nothing but the stream', async () => {
    const { ticket } = await ticketFor(running)
    expect((await call(`/api/scan/${running}?ticket=${ticket}`)).status).toBe(401)
  })

  it('a wrong key is not made good by a ticket', async () => {
    const { ticket } = await ticketFor(running)
    expect((await follow(running, 'psk_live_wrong', `?ticket=${ticket}`)).status).toBe(401)
  })

  it('404: a foreign and an unknown scan', async () => {
    const post = { method: 'POST' }
    const foreign = await call(`/api/scan/${running}/progress-ticket`, other.key, post)
    const unknown = await call(`/api/scan/${crypto.randomUUID()}/progress-ticket`, own.key, post)
    expect([foreign.status, unknown.status]).toEqual([404, 404])
  })

  it('401 without a key, 403 without the scope read', async () => {
    const path = `/api/scan/${running}/progress-ticket`
    expect((await call(path, null, { method: 'POST' })).status).toBe(401)
    const key = await own.withScopes('scan')
    expect((await call(path, key, { method: 'POST' })).status).toBe(403)
  })
})
