import { randomUUID } from 'node:crypto'
import { get, post, type Received, type Reply, type Route } from '../../kit/app.ts'
import { encode, html } from '../../kit/html.ts'
import { codeAt } from './code.ts'
import type { Sessions } from './sessions.ts'

export const USER = 'anna@acme.example'
export const PASSWORD = 'correct horse battery'
/** `TOTP_SECRET` is these bytes in base 32. */
const TOTP_KEY = Buffer.from('12345678901234567890')
export const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const PERIOD_MS = 30_000
const TEN_YEARS_S = 315_360_000

/** `steps`: the user name, then the password. `script`: the form is made by script. */
export type DoorKind = 'plain' | 'steps' | 'totp' | 'script'
/** How often credentials came in, and of which kind; `scans` that typed them. */
export type DoorStats = { logins: number; refused: number; forged: number }

/** Also the period before: a code may change on its way (RFC 6238, section 5.2). */
const isCurrent = (code: string): boolean =>
  [0, PERIOD_MS].some((ago) => code === codeAt(TOTP_KEY, Date.now() - ago))

/** The way in: tokens against forgery in every form, bound to a cookie; codes are good once. */
export function doorRoutes(kind: DoorKind, sessions: Sessions, stats: DoorStats): readonly Route[] {
  const tokens = new Map<string, string>()
  const known = new Set<string>()
  const halfIn = new Set<string>()
  const usedCodes = new Set<string>()

  const page = (request: Received, body: string, status = 200): Reply => {
    const visitor = request.cookies.get('visitor') ?? randomUUID()
    const token = randomUUID()
    tokens.set(visitor, token)
    const filled = body.replaceAll('TOKEN', `<input type="hidden" name="csrf" value="${token}">`)
    const reply = html(`<!doctype html><title>Sign in</title><h1>Sign in</h1>${filled}`, status)
    const cookie = `visitor=${visitor}; Path=/; HttpOnly; SameSite=Lax`
    return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } }
  }
  const isForged = ({ cookies, form }: Received): boolean =>
    tokens.get(cookies.get('visitor') ?? '') !== form.get('csrf')
  const forged = (request: Received): Reply => {
    stats.forged += 1
    return page(request, '<p>The form is too old.</p>', 403)
  }
  const refuse = (request: Received, where: string): Reply => {
    stats.refused += 1
    void request
    return { status: 302, headers: { location: `${where}?failed=1` }, body: '' }
  }
  const letIn = (): Reply => {
    stats.logins += 1
    const sid = sessions.open()
    const cookies = [`sid=${sid}; Path=/; HttpOnly; Max-Age=${TEN_YEARS_S}`, 'theme=dark; Path=/']
    return { status: 303, headers: { location: '/desk', 'set-cookie': cookies }, body: '' }
  }
  const askCode = (): Reply => {
    const half = randomUUID()
    halfIn.add(half)
    const headers = { location: '/login/code', 'set-cookie': `half=${half}; Path=/login` }
    return { status: 303, headers, body: '' }
  }
  const failure = ({ query }: Received): string =>
    query.has('failed') ? '<p role="alert">User name or password is wrong.</p>' : ''

  return [
    get('/login', (request) => page(request, failure(request) + FORMS[kind])),
    post('/login', (request) => {
      if (isForged(request)) return forged(request)
      const isUser = request.form.get('email') === USER
      if (!isUser || request.form.get('password') !== PASSWORD) return refuse(request, '/login')
      return kind === 'totp' ? askCode() : letIn()
    }),
    post('/login/name', (request) => {
      if (isForged(request)) return forged(request)
      const email = request.form.get('email') ?? ''
      known.add(email)
      return page(
        request,
        `<form method="post" action="/login">TOKEN<input type="hidden" name="email" value="${encode(email)}">
         <label>Passwort <input type="password" name="password"></label><button>Anmelden</button></form>`,
      )
    }),
    get('/login/code', (request) => page(request, failure(request) + CODE_FORM)),
    post('/login/code', (request) => {
      if (isForged(request)) return forged(request)
      const code = request.form.get('otp') ?? ''
      const isHalf = halfIn.has(request.cookies.get('half') ?? '')
      const isRight = isCurrent(code) && !usedCodes.has(code)
      if (!isHalf || !isRight) return refuse(request, '/login/code')
      usedCodes.add(code)
      return letIn()
    }),
  ]
}

const FORM = `<form method="post" action="/login">TOKEN
  <label for="e">E-mail</label><input id="e" type="email" name="email" autocomplete="username" required>
  <label for="p">Password</label><input id="p" type="password" name="password" required>
  <label><input type="checkbox" name="stay"> Stay signed in</label><button>Sign in</button></form>
  <form action="/search"><input name="q"><button>Search</button></form>`
const CODE_FORM = `<form method="post">TOKEN
  <label for="c">Verification code</label><input id="c" name="otp" inputmode="numeric"><button>Verify</button></form>`
const FORMS: Readonly<Record<DoorKind, string>> = {
  plain: FORM,
  totp: FORM,
  steps: `<form method="post" action="/login/name">TOKEN
    <label for="e">Benutzername</label><input id="e" name="email"><button>Weiter</button></form>`,
  // The markup alone has no form: a browser is needed.
  script: `<div id="door" hidden>TOKEN</div><script>
    const token = document.querySelector('[name=csrf]').outerHTML
    document.body.insertAdjacentHTML('beforeend', '<form method="post" action="/login">' + token +
      '<input type="email" name="email"><input type="password" name="password"><button>Sign in</button></form>')
    </script>`,
}
