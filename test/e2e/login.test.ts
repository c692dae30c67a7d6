import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startLogin, type LoginApp, type LoginOptions } from '../range/apps/login/app.ts'
import { PASSWORD, TOTP_SECRET, USER } from '../range/apps/login/door.ts'
import { openAccount, runCli } from '../support/e2e-instance.ts'
import { issuesOf, Scan, startScan, untilEnded } from '../support/e2e-scan.ts'

const SCAN_MS = 120_000
const ADVANCE_S = 3600
const PRIVATE = '/desk/private'
const Login = z.object({
  state: z.string(),
  logins: z.number(),
  requests: z.number(),
  logged_in_share: z.number().nullable(),
  probe: z.string().nullable(),
})
const { instance, account } = await openAccount()

const formOf = (app: LoginApp, change: Readonly<Record<string, unknown>> = {}) => ({
  type: 'form',
  login_url: `${app.url}login`,
  username: USER,
  password: PASSWORD,
  success_url_contains: '/desk',
  ...change,
})

async function scanOf(options: LoginOptions, change: Readonly<Record<string, unknown>> = {}) {
  const app = await startLogin(options)
  try {
    const id = await startScan(instance, account.key, app.url, {
      excluded_paths: [PRIVATE],
      auth_config: formOf(app, change),
    })
    const scan = await untilEnded(instance, account.key, id, SCAN_MS)
    const { hits, dangerous } = app.stats()
    const isPrivate = ({ path }: { path: string }) => path.startsWith(PRIVATE)
    return {
      scan,
      found: issuesOf(scan).map(({ check_id, url }) => `${check_id} ${new URL(url).pathname}`),
      login: Login.safeParse(Object(scan.results)['login']).data,
      app: app.login(),
      harm: { dangerous, excluded: hits.filter(isPrivate).length },
      hits,
    }
  } finally {
    await app.close()
  }
}
/** Flaws that nobody finds who is not logged in. */
const BEHIND = ['sqli.error /desk/item', 'xss.reflected /desk/search']
const NO_HARM = { dangerous: 0, excluded: 0 }

describe('a form login', () => {
  it.each(['steps', 'totp'] as const)('gets in and stays in: %s', async (kind) => {
    // The service's clock is not the site's: codes go by the time of day.
    await instance.advance(ADVANCE_S)
    const { scan, found, login, app, harm } = await scanOf({ kind }, { totp_secret: TOTP_SECRET })
    expect(scan).toMatchObject({ status: 'completed', results: { partial: false } })
    expect(found).toEqual(expect.arrayContaining(BEHIND))
    expect(found).not.toContain('xss.reflected /desk/find')
    expect(login).toMatchObject({ state: 'kept', logins: 1, logged_in_share: 1 })
    expect(app).toMatchObject({ logins: 1, refused: 0, forged: 0 })
    expect(harm).toEqual(NO_HARM)
  })

  it('from the command line gets in too, with the password out of a variable', async () => {
    const app = await startLogin({})
    try {
      const { code, stdout, stderr } = await runCli(
        ['scan', app.url, '--json', '--profile', 'gate', '--exclude', PRIVATE].concat(
          ['--login-url', `${app.url}login`, '--username', USER],
          ['--password-env', 'SHOP_PASSWORD', '--success-url', '/desk'],
        ),
        {
          PALISADE_STATE: instance.state,
          PALISADE_SERVER: instance.url,
          PALISADE_KEY: account.key,
          SHOP_PASSWORD: PASSWORD,
        },
      )
      const scan = Scan.parse(JSON.parse(stdout))
      expect(code).toBe(1)
      expect(issuesOf(scan).map(({ url }) => new URL(url).pathname)).toContain('/desk/item')
      const login = Login.parse(Object(scan.results)['login'])
      expect(login).toMatchObject({ state: 'kept', logged_in_share: 1 })
      expect(app.login()).toMatchObject({ logins: 1, refused: 0 })
      expect(stdout + stderr).not.toContain(PASSWORD)
    } finally {
      await app.close()
    }
  })

  it('that the site ends every 50 requests is made again, with the same findings', async () => {
    const lasting = await scanOf({})
    const { scan, found, login, app, harm } = await scanOf({ killEvery: 50 })
    expect(scan.status).toBe('completed')
    expect(found.toSorted()).toEqual(lasting.found.toSorted())
    expect(app.ended).toBeGreaterThan(5)
    expect(app.loggedIn / (app.loggedIn + app.visitor)).toBeGreaterThanOrEqual(0.9)
    expect(login?.state).toBe('renewed')
    expect(login?.logins).toBe(app.logins)
    expect(login?.logged_in_share).toBeGreaterThanOrEqual(0.9)
    expect(harm).toEqual(NO_HARM)
  })

  it('with a wrong password fails the scan before it asks for anything else', async () => {
    const { scan, app, hits } = await scanOf({}, { password: 'wr0ng-canary' })
    expect(scan).toMatchObject({ status: 'failed', error: { code: 'login_failed' } })
    expect(scan.error?.message).toContain('User name or password is wrong')
    expect(JSON.stringify(scan)).not.toContain('wr0ng-canary')
    expect(app).toMatchObject({ logins: 0, refused: 1 })
    expect([...new Set(hits.map(({ path }) => path))]).toEqual(['/login'])
  })

  it('of a form that script builds needs a browser, and says so', async () => {
    const { scan } = await scanOf({ kind: 'script' })
    expect(scan).toMatchObject({ status: 'failed', error: { code: 'login_failed' } })
    expect(scan.error?.message).toContain('tried without a browser')
  })

  it('is not tried again at a host where three have failed within the hour', async () => {
    const app = await startLogin()
    const stranger = await instance.account(null)
    const attempt = async () => {
      const id = await startScan(instance, stranger.key, app.url, {
        auth_config: formOf(app, { password: 'wrong' }),
      })
      return (await untilEnded(instance, stranger.key, id, SCAN_MS)).error?.message
    }
    try {
      for (const _ of [1, 2, 3]) expect(await attempt()).toContain('asks for the password again')
      expect(await attempt()).toContain('3 logins at 127.0.0.1 have failed')
      expect(app.login().refused).toBe(3)
    } finally {
      await app.close()
    }
  })
})
