import { describe, expect, it } from 'vitest'

import { DAY } from '../../src/report/time.ts'
import { advance, freezeClock, freshHost, makeHarness } from './support.ts'

freezeClock()

const app = makeHarness()
const { call } = app
const { key } = await app.account()
const start = (body: object, headers: Record<string, string>) =>
  call('POST', '/api/scan', { key, body, headers })

describe('Idempotency-Key', () => {
  const named = (name: string) => ({ 'idempotency-key': name })

  it('replays the answer for a day, quoted or not, and refuses another body', async () => {
    const body = { target_url: `https://${freshHost()}` }
    const first = await start(body, named('"replay-1"'))
    const again = await start(body, named('replay-1'))
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect({ status: again.status, json: again.json }).toEqual({ status: 202, json: first.json })
    const changed = await start({ ...body, notes: 'x' }, named('replay-1'))
    expect(changed).toMatchObject({ status: 422, json: { code: 'idempotency_mismatch' } })
    advance(DAY)
    expect((await start(body, named('replay-1'))).json.scan_id).not.toBe(first.json.scan_id)
  })

  it('is of one path and one account', async () => {
    const body = { target_url: `https://${freshHost()}` }
    const first = await start(body, named('mine'))
    const headers = named('mine')
    const v1 = await call('POST', '/api/v1/scan', { key, body, headers })
    expect(v1).toMatchObject({ status: 202, json: { status_url: expect.anything() } })
    expect(v1.json.scan_id).not.toBe(first.json.scan_id)
    const v1Again = await call('POST', '/api/v1/scan', { key, body, headers })
    expect(v1Again.json).toEqual(v1.json)
    const other = await app.account()
    const theirs = await call('POST', '/api/scan', { key: other.key, body, headers })
    expect(theirs.headers.get('idempotent-replayed')).toBeNull()
  })

  it('starts one scan for many requests at once', async () => {
    const body = { target_url: `https://${freshHost()}` }
    const all = await Promise.all(Array.from({ length: 8 }, () => start(body, named('at-once'))))
    const ids = new Set(all.filter(({ status }) => status === 202).map(({ json }) => json.scan_id))
    expect(ids.size).toBe(1)
    const codes = new Set(all.filter(({ status }) => status !== 202).map(({ json }) => json.code))
    expect([...codes].join()).toMatch(/^(?:idempotency_in_progress)?$/)
  })

  it.each(['', '""', 'with blank', 'x'.repeat(256)])('refuses %j', async (name) => {
    const refused = await start({ target_url: `https://${freshHost()}` }, named(name))
    expect(refused.json).toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'Idempotency-Key' }],
    })
  })
})
