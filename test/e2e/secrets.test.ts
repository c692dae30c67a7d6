import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, post, type Received, type Reply } from '../range/kit/app.ts'
import { encode, html } from '../range/kit/html.ts'
import { serve } from '../range/kit/listen.ts'
import { filesHolding } from '../support/e2e-files.ts'
import { ask } from '../support/e2e-http.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { issuesOf, readScan, startScan, untilEnded } from '../support/e2e-scan.ts'

const SCAN_MS = 120_000
/** Each look reads all files of the service. */
const POLL_MS = 2000
const canary = (name: string): string => `canary-${name}-${crypto.randomUUID()}`
const base32 = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(byte % 32),
  ).join('')
const TOKEN = canary('token')
const HEADER = canary('header')
const COOKIE = canary('cookie')
const PASSWORD = canary('password')
const TOTP = base32(32)
const SECRETS = [TOKEN, HEADER, COOKIE, PASSWORD, TOTP] as const

/** Shows on every page, flawed ones too, what logged the visitor in. */
const seen = { token: 0, header: 0, cookie: 0 }
function page(body: string, { headers, cookies }: Received): Reply {
  if (headers.authorization === `Bearer ${TOKEN}`) seen.token += 1
  if (headers['x-team'] === HEADER) seen.header += 1
  if (cookies.get('sid') === COOKIE) seen.cookie += 1
  const shown = [headers.authorization, headers['x-team'], headers.cookie].map(String)
  const reply = html(`<!doctype html><title>Desk</title>${body}<pre>${encode(shown.join('\n'))}`)
  const echo = encodeURIComponent(shown.join(' '))
  return { ...reply, headers: { ...reply.headers, 'x-seen': echo, 'set-cookie': `last=${echo}` } }
}
const form = (action: string, fields: string): string =>
  `<!doctype html><title>Sign in</title><form method=post action="${action}">${fields}<button>Sign in</button></form>`
const to = (location: string, cookie = 'step=1; Path=/'): Reply => ({
  status: 303,
  headers: { location, 'set-cookie': cookie },
  body: '',
})
const site = await serve({
  routes: [
    get('/', (r) => page('<a href="/hello?name=you">Hello</a> <a href="/go?next=/">Go</a>', r)),
    get('/login', () => html(form('/login', '<input name=user><input name=pass type=password>'))),
    post('/login', (r) =>
      r.form.get('pass') === PASSWORD ? to('/login/code') : html('<p>No.</p>', 403),
    ),
    get('/login/code', () => html(form('/login/code', '<input name=otp>'))),
    post('/login/code', (r) =>
      /^\d{6}$/.test(r.form.get('otp') ?? '')
        ? to('/in', `sid=${COOKIE}; Path=/`)
        : html('<p>No.</p>', 403),
    ),
    get('/in', (r) => page('<p>Inside.</p>', r)),
    get('/hello', (r) => page(`<p>Hello ${r.query.get('name') ?? ''}</p>`, r)),
    get('/go', (r) => ({
      status: 302,
      headers: { location: r.query.get('next') ?? '/' },
      body: String(r.headers.authorization),
    })),
  ],
  fallback: (r) => page('<p>None.</p>', r),
})
let instance: Instance
let account: Account
beforeAll(async () => {
  instance = await startInstance()
  account = await instance.account(null)
})
afterAll(async () => {
  await instance.stop()
  await site.close()
})

const COOKIES = `theme=dark; sid=${COOKIE}`
const CREDENTIALS = {
  token: {
    auth_config: { type: 'token', token: TOKEN },
    custom_headers: { 'X-Team': HEADER },
  },
  cookie: { auth_config: { type: 'cookie', cookie_string: COOKIES } },
  form: {
    auth_config: {
      type: 'form',
      login_url: `${site.url}login`,
      username: 'anna',
      password: PASSWORD,
      totp_secret: TOTP,
      success_url_contains: '/in',
    },
  },
} as const
const shows = (text: string): readonly string[] => SECRETS.filter((secret) => text.includes(secret))

const stored = (): Promise<readonly string[]> => filesHolding(instance.state, ...SECRETS)

/** Everything that is told about a scan, as sent. */
async function told(id: string): Promise<string> {
  const scan = `/api/scan/${id}`
  const names = [scan, `${scan}/urls`, `${scan}/coverage`, '/api/scans', '/api/me']
  names.push(`/api/v1/scan/${id}`, `/api/v1/scan/${id}/gate?min_confidence=possible`)
  const headers = { 'x-service-key': account.key }
  const answers = await Promise.all(names.map((name) => ask(instance.url + name, { headers })))
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  return answers.map((answer) => JSON.stringify(answer.headers) + answer.body).join('\n')
}

const KINDS = ['token', 'cookie', 'form'] as const
describe.each(KINDS)('a scan with a %s', (kind) => {
  const credentials = CREDENTIALS[kind]
  it('shows its secrets nowhere, neither while it runs nor after', async () => {
    const headers = { 'x-service-key': account.key }
    const beforehand = seen.cookie
    const id = await startScan(instance, account.key, site.url, {
      ...credentials,
      profile: 'gate',
      request_delay_ms: 10,
    })
    const streaming = ask(`${instance.url}/api/scan/${id}/progress`, { headers })
    const end = Date.now() + SCAN_MS
    const answers: string[] = []
    while ((await readScan(instance, account.key, id)).status === 'running') {
      expect(await stored()).toEqual([])
      answers.push(await told(id))
      if (Date.now() > end) throw new Error('the scan does not end')
      await wait(POLL_MS)
    }
    expect(answers.length).toBeGreaterThan(1)

    const scan = await untilEnded(instance, account.key, id, SCAN_MS)
    expect(scan).toMatchObject({ status: 'completed', results: { partial: false } })
    const checks = issuesOf(scan).map(({ check_id: check }) => check)
    expect(checks).toEqual(expect.arrayContaining(['xss.reflected', 'redirect.open']))
    const stream = await streaming
    expect(stream.body.includes('"type":"done"')).toBe(true)
    answers.push(stream.body, await told(id))
    expect(answers.flatMap(shows)).toEqual([])
    expect(await stored()).toEqual([])
    expect(shows(instance.output())).toEqual([])
    // What was searched does hold what it should, masked, and the target was logged in to.
    const [text, count] = {
      token: [TOKEN, seen.token * seen.header] as const,
      cookie: [COOKIES, seen.cookie] as const,
      form: ['step=1; …', seen.cookie - beforehand] as const,
    }[kind]
    // Of a form's cookies the last ones are the site's own affair.
    const last = kind === 'form' ? '' : text.slice(-2)
    expect(answers.at(-1)?.includes(`${text.slice(0, 4)}…${last}`)).toBe(true)
    expect(count).toBeGreaterThan(0)
    expect(await filesHolding(instance.state, id)).toContainEqual(expect.stringMatching(/blobs/))
    expect(scan).toMatchObject({ options: { auth_config: { type: kind, configured: true } } })
  })
})

describe('a start that is refused', () => {
  const refused: readonly (readonly [what: string, body: Readonly<Record<string, unknown>>])[] = [
    ['an unknown field', { auth_config: { type: 'token', token: TOKEN, scheme: 'x' } }],
    ['a token over two lines', { auth_config: { type: 'token', token: `${TOKEN}\r\nx` } }],
    ['a header over two lines', { custom_headers: { 'X-Team': `${HEADER}\n` } }],
    ['a reserved header', { custom_headers: { Host: HEADER } }],
    ['a login page elsewhere', loginAt('http://10.0.0.1/')],
    ['a login page that is none', loginAt('desk')],
    ['a target elsewhere', { target: 'http://10.0.0.1/', ...CREDENTIALS.token }],
  ]
  it.each(refused)('because of %s repeats no secret', async (_, body) => {
    const start = { target: site.url, scan_authorized: true, ...body }
    const reply = await instance.api('POST', '/api/v1/scan', start, { key: account.key })
    expect(reply.status).toBe(400)
    expect(shows(JSON.stringify(reply))).toEqual([])
    expect(await stored()).toEqual([])
  })
})

function loginAt(login_url: string) {
  const login = { login_url, username: 'anna', password: TOKEN, success_url_contains: '/desk' }
  return { auth_config: { type: 'form', ...login } }
}

describe('what is kept for later runs and receivers', () => {
  const [PATH, QUERY, CHAT] = ['path', 'query', 'chat'].map(canary)
  const later = [TOKEN, HEADER, COOKIE, PATH, QUERY, PASSWORD, TOTP, CHAT].map(String)
  const showing = (text: string) => later.filter((secret) => text.includes(secret))
  const hook = `${site.url}hook/${PATH}?token=${QUERY}`
  const login = {
    ...loginAt(`${site.url}login`).auth_config,
    password: PASSWORD,
    totp_secret: TOTP,
  }
  const options = { custom_headers: { 'X-Team': HEADER }, webhook_url: hook }
  const url = `${site.url}later`
  const start = { ...options, scan_type: 'perf', scan_authorized: true }
  const kept: readonly (readonly [method: string, path: string, body: unknown])[] = [
    ['PUT', '/api/integrations/chat', { webhook_url: `${site.url}${CHAT}?k=${CHAT}` }],
    ['POST', '/api/webhooks/test', { webhook_url: hook }],
    [
      'POST',
      '/api/schedules',
      { target_url: url, interval_hours: 1, ...options, auth_config: login },
    ],
    [
      'POST',
      '/api/scheduled-scans',
      { target_url: url, interval_hours: 1, ...options, ...CREDENTIALS.token },
    ],
    ['POST', '/api/scan/bulk', { urls: [url], ...start, ...CREDENTIALS.token }],
    ['POST', '/api/batch', { targets: [`${url}/2`], ...start, ...CREDENTIALS.cookie }],
  ]

  it('that is kept for later is nowhere in clear, nor told', async () => {
    const { key } = account
    const call = (method: string, path: string, body?: unknown) =>
      instance.api(method, path, body, { key })
    const answers: unknown[] = []
    for (const [method, path, body] of kept) {
      const reply = await call(method, path, body)
      expect([path, reply.status]).toEqual([path, expect.toSatisfy((n: number) => n < 300)])
      answers.push(reply)
      // The same with something wrong: the text of the error names the field, not what it holds.
      const wrong = await call(method, path, {
        ...Object(body),
        webhook_url: `https://10.0.0.1/${PATH}?token=${QUERY}`,
      })
      expect(wrong.status).toBe(400)
      answers.push(wrong)
    }
    const made = await call('POST', '/api/keys', { name: 'ci' })
    const { key: text } = Object(made.body) as { key: string }
    const lists = ['integrations', 'schedules', 'scheduled-scans', 'webhooks/deliveries', 'scans']
    const logs = ['email-log', 'audit-log', 'keys', 'assets', 'me']
    const isRunning = async () =>
      JSON.stringify((await call('GET', '/api/scans?status=running')).body).includes('"id"')
    const end = Date.now() + SCAN_MS
    do {
      for (const name of [...lists, ...logs]) answers.push(await call('GET', `/api/${name}`))
      expect(await filesHolding(instance.state, ...later, text)).toEqual([])
      if (Date.now() > end) throw new Error('the jobs do not end')
      await wait(POLL_MS)
    } while (await isRunning())
    const told = JSON.stringify(answers)
    expect(showing(told)).toEqual([])
    expect(told).not.toContain(text)
    expect(showing(instance.output())).toEqual([])
    // What was told names the receivers as far as the host.
    expect(told).toContain(`${new URL(site.url).origin}/…`)
  })
})

describe('a key of the service', () => {
  it('is stored for the operator only, and as a hash for everybody else', async () => {
    expect(await filesHolding(instance.state, account.key)).toEqual([])
    expect(await filesHolding(instance.state, instance.key())).toEqual(['key', 'local.json'])
  })
})
