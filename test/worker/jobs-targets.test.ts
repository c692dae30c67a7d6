import { describe, expect, it } from 'vitest'

import { DAY, MINUTE, SECOND } from '../../src/report/time.ts'
import type { CreateAccountInput } from '../../src/services/accounts/create-account.ts'
import {
  advance,
  dumpDatabase,
  freezeClock,
  freshHost,
  makeHarness,
  rowsOf,
  UNLIMITED,
} from './support.ts'

freezeClock()

const app = makeHarness()
const { call, turns } = app

type State = Readonly<{
  status: string
  completed: number
  scan_ids: readonly string[]
  errors: readonly Readonly<{ url: string; code: string; error: string }>[]
}>

/** An account of its own with a job of these URLs. */
async function aJob(urls: readonly string[], given: Partial<CreateAccountInput> = {}, body = {}) {
  const owner = await app.account(given)
  const answer = await call('POST', '/api/scan/bulk', { key: owner.key, body: { urls, ...body } })
  const id: string = JSON.parse(answer.text).job_id
  const state = async (): Promise<State> =>
    JSON.parse((await call('GET', `/api/scan/bulk/${id}`, { key: owner.key })).text)
  return { ...owner, id, state, turn: () => turns.all(owner.accountId) }
}
const fresh = (count: number) => Array.from({ length: count }, () => `https://${freshHost()}`)
const limits = (given: Partial<typeof UNLIMITED>) => ({ limits: { ...UNLIMITED, ...given } })
const end = (scanId: string) => app.deps.scan(scanId).abort()
const scansOf = (accountId: string) =>
  rowsOf('SELECT id FROM scans WHERE account_id = ?', accountId)

describe('what is wrong with one URL', () => {
  it('is told of it, and holds up no other', async () => {
    const [good = '', other = ''] = fresh(2)
    const bad = ['nonsense', 'ftp://x.acme.dev', 'http://10.0.0.1', 'https://unknown.acme.dev']
    const job = await aJob([bad[0] ?? '', good, ...bad.slice(1), 'https://tax.gov', other])
    await job.turn()
    const { errors, completed, status, scan_ids } = await job.state()
    expect(status).toBe('running')
    expect(completed).toBe(5)
    expect(scan_ids).toHaveLength(2)
    expect(errors.map(({ url, code }) => [url, code])).toEqual([
      ...bad.map((url) => [url, 'target_not_allowed']),
      ['https://tax.gov', 'ticket_required'],
    ])
    expect(errors.every(({ error }) => error.length > 10)).toBe(true)
    await Promise.all(scan_ids.map(end))
    expect(await job.state()).toMatchObject({ status: 'done', completed: 7 })
  })

  it('makes the job failed when it is all there is', async () => {
    const job = await aJob(['nonsense', 'mailto:x'])
    await job.turn()
    expect(await job.state()).toMatchObject({ status: 'failed', completed: 2, scan_ids: [] })
  })

  it.each([
    ['assets', { assets: 2 }],
    ['scans of the day', { scans_per_day: 2 }],
    ['slots that never come', { concurrent_scans: 0 }],
  ])('may be a quota: %s', async (_, given) => {
    const job = await aJob(fresh(3), limits(given))
    await job.turn()
    const { errors, scan_ids } = await job.state()
    const isNever = 'concurrent_scans' in given
    const code = isNever ? 'concurrent_limit' : 'asset_limit_reached'
    expect(errors.map((error) => error.code)).toEqual(Array(isNever ? 3 : 1).fill(code))
    expect(scan_ids).toHaveLength(isNever ? 0 : 2)
  })

  it('is never a password that stood in it', async () => {
    const job = await aJob(['https://user:canary-pw@shop.acme.dev/'])
    await job.turn()
    const { errors } = await job.state()
    expect(errors).toMatchObject([
      { url: 'https://***@shop.acme.dev/', code: 'target_not_allowed' },
    ])
    expect(await dumpDatabase()).not.toContain('canary-pw')
  })

  it('may be that its key was revoked, or may not scan that host', async () => {
    const owner = await app.account()
    const [allowed, denied] = [freshHost(), freshHost()]
    const narrow = await app.key(owner.accountId, { allowedHosts: [allowed] })
    const body = { urls: [`https://${allowed}`, `https://${denied}`] }
    const answer = await call('POST', '/api/scan/bulk', { key: narrow.text, body })
    await turns.one(owner.accountId)
    const path = `/api/scan/bulk/${JSON.parse(answer.text).job_id}`
    const state = JSON.parse((await call('GET', path, { key: owner.key })).text)
    expect(state).toMatchObject({ completed: 1, errors: [{ code: 'target_not_allowed' }] })

    const again = await call('POST', '/api/batch', {
      key: narrow.text,
      body: { targets: fresh(1) },
    })
    await rowsOf('UPDATE api_keys SET revoked_at = 1 WHERE id = ?', narrow.id)
    await turns.all(owner.accountId)
    const batch = `/api/batch/${JSON.parse(again.text).batch_id}`
    const after = JSON.parse((await call('GET', batch, { key: owner.key })).text)
    expect(after).toMatchObject({ status: 'done', errors: [{ code: 'unauthorized' }] })
  })
})

describe('equal targets', () => {
  it('are one scan within a job, also when only one of them has had its turn', async () => {
    const host = freshHost()
    const urls = [`https://${host}`, ...fresh(2), `HTTPS://${host.toUpperCase()}:443/`, 'no', 'no']
    const job = await aJob(urls, limits({ concurrent_scans: 1 }))
    await turns.one(job.accountId)
    expect(await scansOf(job.accountId)).toHaveLength(1)
    advance(20 * MINUTE)
    for (let scan = 0; scan < 3; scan++) {
      await Promise.all((await job.state()).scan_ids.map(end))
      await job.turn()
    }
    await Promise.all((await job.state()).scan_ids.map(end))
    const { scan_ids, completed, errors } = await job.state()
    expect([scan_ids.length, completed, errors.length]).toEqual([3, 6, 2])
    expect(await scansOf(job.accountId)).toHaveLength(3)
  })

  it('share the scan that POST /api/scan started less than 15 minutes ago', async () => {
    const { key, accountId } = await app.account()
    const [url = ''] = fresh(1)
    const started = await call('POST', '/api/scan', { key, body: { url } })
    const answer = await call('POST', '/api/scan/bulk', { key, body: { urls: [url] } })
    await turns.all(accountId)
    const path = `/api/scan/bulk/${JSON.parse(answer.text).job_id}`
    const { scan_ids } = JSON.parse((await call('GET', path, { key })).text)
    expect(scan_ids).toEqual([started.json.scan_id])
  })
})

describe('waiting', () => {
  it('is for slots: targets start as they become free, never more at once', async () => {
    const job = await aJob(fresh(5), limits({ concurrent_scans: 2 }))
    const next = await job.turn()
    expect(next).toMatchObject({ onRelease: true })
    expect((await job.state()).scan_ids).toHaveLength(2)
    await job.turn()
    expect((await job.state()).scan_ids).toHaveLength(2)
    await end((await job.state()).scan_ids[0] ?? '')
    await job.turn()
    expect(await job.state()).toMatchObject({ completed: 1, errors: [] })
    expect((await job.state()).scan_ids).toHaveLength(3)
  })

  it('is for the cooldown of a host, while other hosts go on', async () => {
    const host = freshHost()
    const pages = Array.from({ length: 3 }, (_, page) => `https://${host}/${page}`)
    const job = await aJob([...pages, ...fresh(1)], limits({ domain_cooldown: 2 }))
    const next = await job.turn()
    expect(next).toMatchObject({ at: expect.any(Number), onRelease: true })
    expect((await job.state()).scan_ids).toHaveLength(3)
    advance(10 * MINUTE)
    await job.turn()
    expect(await job.state()).toMatchObject({ errors: [] })
    expect((await job.state()).scan_ids).toHaveLength(4)
  })

  it('is for a resolver that is down, and is given up in the end', async () => {
    const job = await aJob(['https://down.acme.dev', ...fresh(1)])
    await job.turn()
    expect(await job.state()).toMatchObject({ completed: 0, errors: [] })
    expect((await job.state()).scan_ids).toHaveLength(1)
    for (let hour = 0; hour < 9; hour++) {
      advance(3600 * SECOND)
      await job.turn()
    }
    expect((await job.state()).errors).toMatchObject([{ code: 'unavailable' }])
  })

  it('ends with a scan that ended in whatever way, was lost or deleted', async () => {
    const job = await aJob(fresh(2))
    await job.turn()
    const [first = '', second = ''] = (await job.state()).scan_ids
    await call('DELETE', `/api/scan/${first}`, { key: job.key })
    expect(await job.state()).toMatchObject({ status: 'running', completed: 1, scan_ids: [second] })
    await call('POST', `/api/scan/${second}/abort`, { key: job.key })
    expect(await job.state()).toMatchObject({ status: 'done', completed: 2 })
    advance(DAY)
    expect(await job.state()).toMatchObject({ status: 'done', completed: 2 })
  })
})
