import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLogin, type LoginApp, type LoginOptions } from '../range/apps/login/app.ts'
import { PASSWORD, TOTP_SECRET, USER } from '../range/apps/login/door.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { issuesOf, startScan, untilEnded } from '../support/e2e-scan.ts'

const SCAN_MS = 120_000
let instance: Instance
let account: Account
beforeAll(async () => {
  instance = await startInstance()
  account = await instance.account(null)
})
afterAll(() => instance.stop())

const formOf = (app: LoginApp, change: Readonly<Record<string, unknown>> = {}) => ({
  type: 'form',
  login_url: `${app.url}login`,
  username: USER,
  password: PASSWORD,
  success_url_contains: '/desk',
  ...change,
})

async function scanOf(
  options: LoginOptions,
  start: (app: LoginApp) => Readonly<Record<string, unknown>>,
) {
  const app = await startLogin(options)
  try {
    const id = await startScan(instance, account.key, app.url, start(app))
    const began = Date.now()
    const scan = await untilEnded(instance, account.key, id, SCAN_MS)
    console.log(options, scan.status, scan.error, JSON.stringify(Object(scan.results)['login']), app.login(), Date.now() - began, app.stats().requests, app.stats().dangerous, [...new Set(app.stats().hits.filter((h)=>/logout|abmeld|deconn|cerrar|esci|sair|uitlog|wylog|out\?|delete|cancel|act|unsub|pay|send/.test(h.url)).map((h)=>h.method+" "+h.path))].join(" "))
    return { scan, app, stats: app.stats() }
  } finally {
    await app.close()
  }
}
const SLIM = { excluded_paths: ['/desk/private'] }

describe('a form login', () => {
  it.each(['plain', 'steps', 'totp'] as const)('%s', async (kind) => {
    const { scan } = await scanOf({ kind }, (app) => ({
      ...SLIM,
      auth_config: formOf(app, kind === 'totp' ? { totp_secret: TOTP_SECRET } : {}),
    }))
    expect(scan.status).toBe('completed')
    console.log(issuesOf(scan).map(({ check_id, url }) => `${check_id} ${url}`).join('\n'))
  })
  it('killed', async () => {
    const { scan } = await scanOf({ killEvery: 50 }, (app) => ({ ...SLIM, auth_config: formOf(app) }))
    expect(scan.status).toBe('completed')
  })
  it('wrong', async () => {
    const { scan } = await scanOf({}, (app) => ({ auth_config: formOf(app, { password: 'nope' }) }))
    expect(scan.status).toBe('failed')
  })
})
