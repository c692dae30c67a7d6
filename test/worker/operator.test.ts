import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import {
  changeAccount,
  createAccount,
  createKey,
  findAccounts,
  literal,
  type Made,
} from '../../scripts/operator/statements.ts'
import { MINUTE } from '../../src/report/time.ts'
import { advance, dumpDatabase, freezeClock, freshHost, makeHarness, now } from './support.ts'

freezeClock()

const app = makeHarness()
/** What `wrangler d1 execute` does with the text. */
const execute = async (sql: string) => {
  const statements = sql.split('\n').map((statement) => env.DB.prepare(statement))
  return (await env.DB.batch<Record<string, unknown>>(statements)).at(-1)?.results ?? []
}
const made = async (over: object = {}): Promise<Made> => {
  const account = { email: "o'hara@acme.dev", name: 'Shop; --', plan: 'gold', ...over } as const
  const result = createAccount({ limits: null, isConfirmed: true, ...account }, now())
  await execute(result.sql)
  return result
}
const start = (key: string) =>
  app.call('POST', '/api/scan', { key, body: { target: `https://${freshHost()}` } })

describe('the operator’s command', () => {
  it('makes an account that works at once, with a webhook secret of the service’s making', async () => {
    const { key, accountId } = await made({ limits: { assets: 1 } })
    const me = await app.call('GET', '/api/me', { key })
    expect(me).toMatchObject({
      status: 200,
      json: {
        id: accountId,
        email: "o'hara@acme.dev",
        name: 'Shop; --',
        plan: 'gold',
        limits: { assets: 1, keys: 20 },
        webhook_signing_secret: expect.stringMatching(/^whsec_/),
        authorization_confirmed: { by: 'operator' },
      },
    })
    expect((await start(key)).status).toBe(202)
    const dump = await dumpDatabase()
    expect(dump).not.toContain(key.split('_')[3])
    expect(dump).not.toContain('whsec_')
  })

  it('sets plan, limits and review within a minute, and its changes are in the audit log', async () => {
    const { key, accountId } = await made()
    expect((await start(key)).status).toBe(202)
    await execute(changeAccount(accountId, { underReview: true }, now()))
    advance(MINUTE)
    expect(await start(key)).toMatchObject({ status: 403, json: { code: 'ticket_required' } })
    await execute(changeAccount(accountId, { underReview: false, plan: 'none' }, now()))
    advance(MINUTE)
    expect(await start(key)).toMatchObject({ status: 403, json: { code: 'no_active_plan' } })
    const limits = { scans_per_day: 1 }
    await execute(changeAccount(accountId, { plan: 'free', limits }, now()))
    advance(MINUTE)
    expect((await start(key)).json).toMatchObject({
      code: 'asset_limit_reached',
      limit: 'scans_per_day',
      resets_at: expect.stringMatching(/T00:00:00$/),
    })
    const log = await app.call('GET', '/api/audit-log?action=account.update', { key })
    expect(log.json).toMatchObject({ total: 3, items: [{ actor: 'operator' }, {}, {}] })
  })

  it('makes a further key for an account, found by id or e-mail address', async () => {
    const email = `${crypto.randomUUID()}@acme.dev`
    const { accountId } = await made({ email })
    for (const named of [accountId, email]) {
      expect(await execute(findAccounts(named))).toMatchObject([{ id: accountId, email }])
    }
    const { key, sql } = createKey(accountId, 'lost', now())
    await execute(sql)
    expect((await app.call('GET', '/api/me', { key })).json).toMatchObject({ id: accountId })
    expect(await execute(findAccounts(null))).toContainEqual(expect.objectContaining({ email }))
  })

  it.each(["'; DROP TABLE accounts; --", "a''b", '\\', 'ü "q" ; `t`'])(
    'quotes what it is given: %s',
    async (text) => {
      const [row] = await execute(`SELECT ${literal(text)} AS given;`)
      expect(row).toEqual({ given: text })
      expect(() => literal('a\0b')).toThrow('NUL')
    },
  )
})
