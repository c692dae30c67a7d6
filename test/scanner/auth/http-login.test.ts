import { afterEach, describe, expect, it } from 'vitest'

import { loginByHttp, openLoginPage } from '../../../src/scanner/auth/http-login.ts'
import type { FormLogin } from '../../../src/scanner/auth/login.ts'
import { codeOf, readTotp, stepOf } from '../../../src/scanner/auth/totp.ts'
import { ProbeError, type Send } from '../../../src/scanner/http/exchange.ts'
import { startLogin, type LoginApp, type LoginOptions } from '../../range/apps/login/app.ts'
import { PASSWORD, TOTP_SECRET, USER } from '../../range/apps/login/door.ts'

const open: LoginApp[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()))
})
async function appOf(options: LoginOptions): Promise<LoginApp> {
  const app = await startLogin(options)
  open.push(app)
  return app
}

/** One request by the platform's fetch; other origins are out of scope. */
const sendTo =
  (origin: string): Send =>
  async (request) => {
    if (request.url.origin !== origin) throw new ProbeError('out_of_scope', 'elsewhere')
    const { method, headers, url, body } = request
    const answer = await fetch(url, { method, headers, redirect: 'manual', body: body ?? null })
    const text = await answer.text()
    const response = { status: answer.status, headers: answer.headers, body: text }
    return { request, response: { ...response, truncated: false, elapsedMs: 1 } }
  }

const configOf = (app: LoginApp, change: Partial<FormLogin> = {}): FormLogin => ({
  type: 'form',
  login_url: `${app.url}login`,
  username: USER,
  password: PASSWORD,
  success_url_contains: '/desk',
  ...change,
})

async function logIn(app: LoginApp, config: FormLogin) {
  const totp = readTotp(config.totp_secret ?? '')
  const nextCode = totp && (() => codeOf(totp, stepOf(totp, Date.now())))
  const target = new URL(app.url)
  const means = { send: sendTo(target.origin), now: Date.now, nextCode, target }
  const page = await openLoginPage(means, config)
  return { isPlain: page.isPlain, result: await loginByHttp(page, config) }
}

describe('with the right credentials', () => {
  it.each(['plain', 'steps', 'totp'] as const)('logs in: %s', async (kind) => {
    const app = await appOf({ kind })
    const { isPlain, result } = await logIn(app, configOf(app, { totp_secret: TOTP_SECRET }))
    expect(isPlain).toBe(true)
    expect(result).toMatchObject({ kind: 'in', landed: `${app.url}desk`, isPlain: true })
    const cookie = result.kind === 'in' ? (result.headers.cookie ?? '') : ''
    expect(cookie).toMatch(/\bsid=/)
    const desk = await fetch(`${app.url}desk`, { headers: { cookie }, redirect: 'manual' })
    expect([desk.status, (await desk.text()).includes('Good day')]).toEqual([200, true])
    expect(app.login()).toMatchObject({ logins: 1, refused: 0, forged: 0 })
  })
})

describe('says what was seen', () => {
  const seen: readonly (readonly [string, LoginOptions, Partial<FormLogin>, string, boolean])[] = [
    ['a wrong password', {}, { password: 'wr0ng' }, 'asks for the password again', true],
    ['what the page says of it', {}, { password: 'wr0ng' }, 'User name or password is wrong', true],
    [
      'a wrong code',
      { kind: 'totp' },
      { totp_secret: 'GEZDGNBV' },
      'The one-time code was refused',
      true,
    ],
    ['a missing code', { kind: 'totp' }, {}, 'no totp_secret was given', false],
    ['a mail field', {}, { username: 'anna' }, 'it takes mail addresses only', false],
    ['another end', {}, { success_url_contains: '/inside' }, 'does not contain success_url', true],
    ['a form by script', { kind: 'script' }, {}, 'No login form was found', false],
  ]
  it.each(seen)('%s', async (_, options, change, message, wasRefused) => {
    const app = await appOf(options)
    const { result } = await logIn(app, configOf(app, change))
    expect(result).toMatchObject({ kind: 'failed', wasRefused })
    const text = result.kind === 'failed' ? result.message : ''
    expect(text).toContain(message)
    expect(text).not.toMatch(/wr0ng|correct horse/)
  })

  it('a page without a form, with its status and title', async () => {
    const app = await appOf({})
    const { result } = await logIn(app, configOf(app, { login_url: `${app.url}nowhere` }))
    expect(result).toMatchObject({
      message: `No login form was found at ${app.url}nowhere, which answered with 404. Its title is "Not found".`,
    })
  })

  it('is not deceived by a URL that holds the words before the login is done', async () => {
    const app = await appOf({})
    const { result } = await logIn(
      app,
      configOf(app, { password: 'wr0ng', success_url_contains: '/login' }),
    )
    expect(result.kind).toBe('failed')
  })
})

describe('credentials stay on the host of the login page', () => {
  const away = (reply: (path: string, method: string) => Response) => async () => {
    const sent: string[] = []
    const send: Send = async (request) => {
      sent.push(`${request.method} ${request.url.href} ${request.body ?? ''}`)
      if (request.url.hostname !== 'a.test') throw new ProbeError('out_of_scope', 'elsewhere')
      const answer = reply(request.url.pathname, request.method)
      const body = await answer.text()
      const response = { status: answer.status, headers: answer.headers, body }
      return { request, response: { ...response, truncated: false, elapsedMs: 1 } }
    }
    const config: FormLogin = {
      type: 'form',
      login_url: 'https://a.test/login',
      username: 'anna',
      password: 's3cret',
      success_url_contains: '/in',
    }
    const target = new URL('https://a.test/')
    const means = { send, now: Date.now, nextCode: null, target }
    const page = await openLoginPage(means, config)
    const result = await loginByHttp(page, config)
    return { result, leaked: sent.filter((line) => !line.includes('//a.test/')) }
  }
  const type = { 'content-type': 'text/html' }
  const form = (action: string, method = 'post') =>
    new Response(
      `<form method=${method} action="${action}"><input name=u><input name=p type=password></form>`,
      { headers: type },
    )
  it.each([
    ['a form that sends to another host', away(() => form('https://evil.test/take'))],
    ['a form that sends by GET', away(() => form('https://evil.test/take', 'get'))],
    [
      'a redirect that repeats the fields',
      away((_, method) =>
        method === 'GET'
          ? form('/login')
          : new Response('', { status: 307, headers: { location: 'https://evil.test/' } }),
      ),
    ],
  ])('%s', async (_, run) => {
    const { result, leaked } = await run()
    expect(result).toMatchObject({ kind: 'failed', wasRefused: false })
    expect(result.kind === 'failed' && result.message).toContain('https://evil.test')
    expect(leaked).toEqual([])
  })
  it('follows a redirect of the start to another page, but asks nothing of another host', async () => {
    const { result, leaked } = await away(
      () => new Response('', { status: 302, headers: { location: 'https://sso.test/' } }),
    )().catch((error: unknown) => ({ result: error, leaked: [] }))
    expect(String(result)).toContain('another host')
    expect(leaked).toEqual([])
  })
})
