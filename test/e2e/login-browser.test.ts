import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLogin, type LoginApp } from '../range/apps/login/app.ts'
import { PASSWORD, USER } from '../range/apps/login/door.ts'
import { sharedService, type Account, type Service } from '../support/e2e-instance.ts'
import { issuesOf, startScan, untilEnded } from '../support/e2e-scan.ts'
import { HAS_CHROMIUM } from '../support/chromium.ts'

const SCAN_MS = 180_000

describe.skipIf(!HAS_CHROMIUM)('a form that script builds', () => {
  let instance: Service
  let account: Account
  let app: LoginApp
  beforeAll(async () => {
    instance = await sharedService({ PALISADE_BROWSER: 'on' })
    account = await instance.account(null)
    app = await startLogin({ kind: 'script' })
  })
  afterAll(() => app.close())

  const scan = async (change: Readonly<Record<string, unknown>>) => {
    const login = {
      type: 'form',
      login_url: `${app.url}login`,
      username: USER,
      password: PASSWORD,
      success_url_contains: '/desk',
      ...change,
    }
    const start = { auth_config: login, excluded_paths: ['/desk/private'], max_requests: 150 }
    const id = await startScan(instance, account.key, app.url, start)
    return untilEnded(instance, account.key, id, SCAN_MS)
  }

  it('is filled in by the browser, and refused with a wrong password', async () => {
    const failed = await scan({ password: 'wr0ng' })
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'login_failed' } })
    expect(failed.error?.message).toContain('asks for the password again')
    const invalid = await scan({ username: 'anna' })
    expect(invalid.error?.message).toContain("The form's own validation")
    expect(app.login()).toMatchObject({ logins: 0, refused: 1, forged: 0 })

    const ended = await scan({})
    expect(ended).toMatchObject({
      status: 'completed',
      results: { login: { state: 'kept', logins: 1, logged_in_share: 1 } },
    })
    expect(issuesOf(ended).length).toBeGreaterThan(0)
    expect(app.login()).toMatchObject({ logins: 1, refused: 1, forged: 0 })
    expect(app.stats().dangerous).toBe(0)
  })
})
