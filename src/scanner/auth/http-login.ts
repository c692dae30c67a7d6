import { pageOf } from '../crawl/page.ts'
import type { Exchange, HttpRequest } from '../http/exchange.ts'
import { fieldsSent, isPlain, loginControls, type PageControl } from './login-page.ts'
import { nextMove } from './login-move.ts'
import { chooseStep, type Credential } from './login-step.ts'
import * as login from './login.ts'
import { LeavesHost, LoginWalk, type LoginMeans, type Stand } from './login-walk.ts'

/** Reads the login page, for `loginByHttp` to go on from, or to see whether it can. */
export async function openLoginPage(means: LoginMeans, config: login.FormLogin) {
  const walk = new LoginWalk(means, new URL(config.login_url))
  const stand = await walk.open()
  const { html } = pageOf(stand.exchange)
  return { walk, stand, isPlain: html !== null && isPlain(html) && asks(stand.exchange) }
}

const asks = (exchange: Exchange): boolean =>
  chooseStep(
    controlsOf(exchange).map(({ control }) => control),
    new Set(),
  ) !== null

/**
 * Logs in as a browser without script would: fills in what each page asks for, with its hidden fields
 * and cookies, until the URL says that it is done and the page asks for nothing more. Throws ProbeError.
 */
export async function loginByHttp(
  { walk, stand: first }: Awaited<ReturnType<typeof openLoginPage>>,
  config: login.FormLogin,
): Promise<login.LoginResult> {
  const done = new Set<Credential>()
  let stand = first
  try {
    for (let count = 0; count < login.MOST_STEPS; count += 1) {
      const page = controlsOf(stand.exchange)
      const controls = page.map(({ control }) => control)
      const { status, body } = stand.exchange.response
      const rules = { config, hasCodes: walk.nextCode !== null, origin: walk.loginOrigin }
      const move = nextMove({ url: stand.url, controls, status, body }, done, rules)
      if (move.kind === 'end') return move.result
      if (move.kind === 'there') return walk.result(stand)
      const typed = new Map<number, string>()
      for (const { mark, what } of move.step.fills) {
        const value = what === 'code' ? await walk.nextCode?.() : config[what]
        if (value === undefined) continue
        const blocked = whyBlocked(page, mark, value)
        if (blocked !== null) return login.failedLogin(blocked)
        typed.set(mark, value)
        done.add(what)
      }
      stand = await walk.submit(requestOf(stand, page, { ...move.step, typed }))
    }
    return login.failedLogin(`The login did not end after ${login.MOST_STEPS} pages.`)
  } catch (error) {
    if (error instanceof LeavesHost) return login.leavesHost(error.url)
    throw error
  }
}

const controlsOf = (exchange: Exchange): readonly PageControl[] => {
  const { html } = pageOf(exchange)
  return html === null ? [] : loginControls(html)
}

/** What a browser's own validation would not let through (HTML, constraint validation). */
function whyBlocked(page: readonly PageControl[], mark: number, value: string): string | null {
  const control = page.find((each) => each.control.mark === mark)
  if (control === undefined) return null
  const { attributes } = control.element
  const longest = Number(attributes.get('maxlength') ?? Infinity)
  const says = (what: string): string =>
    `The form's own validation does not let the field "${control.name}" through: ${what}.`
  if (control.control.type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) {
    return says('it takes mail addresses only')
  }
  return value.length > longest ? says(`it takes ${longest} characters at most`) : null
}

type Filled = Readonly<{
  form: number | null
  typed: ReadonlyMap<number, string>
  submit: number | null
}>

function requestOf({ exchange }: Stand, page: readonly PageControl[], filled: Filled): HttpRequest {
  const { base } = pageOf(exchange)
  const own = page.find(({ control }) => control.form === filled.form)?.group.form
  const button = page.find(({ control }) => control.mark === filled.submit)?.element.attributes
  const action = button?.get('formaction') ?? own?.get('action') ?? ''
  const url = new URL(action.trim() === '' ? exchange.request.url : new URL(action, base))
  url.hash = ''
  const pairs = fieldsSent(page, filled.form, filled.typed, filled.submit)
  const fields = new URLSearchParams(pairs.map(([name, value]) => [name, value]))
  if (own?.get('method')?.trim().toLowerCase() !== 'post') {
    url.search = fields.toString()
    return { method: 'GET', url, headers: new Headers() }
  }
  const { origin, href } = exchange.request.url
  const headers = new Headers({
    'content-type': 'application/x-www-form-urlencoded',
    origin,
    referer: href.replace(/#.*$/, ''),
  })
  return { method: 'POST', url, headers, body: fields.toString() }
}
