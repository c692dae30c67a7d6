import { z } from 'zod'

import { isBrowserFailure, REFUSED, type Page, type PageNetwork } from '../browser/page.ts'
import type { BrowserSession } from '../browser/port.ts'
import { isProbeError } from '../http/exchange.ts'
import { CookieJar } from './cookie-jar.ts'
import * as login from './login.ts'
import { nextMove, type Rules, type Stand } from './login-move.ts'
import type { Credential, LoginStep } from './login-step.ts'
import type { LoginMeans } from './login-walk.ts'
import * as scripts from './page-scripts.ts'

const LOAD_MS = 20_000
const MOVE_MS = 8000
const LATE_MS = 3000
const QUIET_MS = 300
const PICTURES: ReadonlySet<string> = new Set(['image', 'media', 'font', 'texttrack'])

const Seen = z.object({
  url: z.string(),
  body: z.string(),
  controls: z.array(
    z.object({
      mark: z.int(),
      form: z.int().nullable(),
      type: z.string(),
      autocomplete: z.string(),
      words: z.string(),
      isVisible: z.boolean(),
    }),
  ),
})

/** Logs in as a person does: types into the fields that the page shows, step by step. Throws ProbeError. */
export async function loginByBrowser(
  session: BrowserSession,
  means: LoginMeans,
  config: login.FormLogin,
): Promise<login.LoginResult> {
  const rules = { config, hasCodes: means.nextCode !== null, origin: '' }
  const network = new LoginNetwork(means, config)
  try {
    const page = await session.openPage({ network: network.answer })
    try {
      await page.goto(new URL(config.login_url), LOAD_MS)
      const origin = new URL(page.url()).origin
      network.origin = origin
      return await walk(page, { means, rules: { ...rules, origin }, network })
    } finally {
      await page.close()
    }
  } catch (error) {
    if (!isBrowserFailure(error)) throw error
    const url = new URL(config.login_url)
    return login.failedLogin(
      `The browser could not use ${login.shownPage(url)}: ${error.message.split('\n', 1)[0]}`,
    )
  }
}

type Walk = Readonly<{ means: LoginMeans; rules: Rules; network: LoginNetwork }>

async function walk(page: Page, { means, rules, network }: Walk): Promise<login.LoginResult> {
  const done = new Set<Credential>()
  for (let count = 0; count < login.MOST_STEPS; count += 1) {
    await page.settle(QUIET_MS, MOVE_MS)
    let stand = await look(page)
    let move = nextMove(stand, done, rules)
    if (move.kind === 'end') {
      // Script may take its time to build the form, or to say where the login has led.
      await page.waitFor(scripts.isAt, [rules.config.success_url_contains], LATE_MS)
      stand = await look(page)
      move = nextMove(stand, done, rules)
    }
    if (network.leftFor !== null) return login.leavesHost(network.leftFor)
    if (move.kind === 'end') return move.result
    if (move.kind === 'there') return resultOf(page, stand, { means, network })
    const blocked = await take(page, move.step, { means, rules, done })
    if (blocked !== null) return login.failedLogin(blocked)
  }
  return login.failedLogin(`The login did not end after ${login.MOST_STEPS} pages.`)
}

async function look(page: Page): Promise<Stand> {
  const { url, body, controls } = Seen.parse(await page.evaluate(scripts.readControls))
  return { url: new URL(url), body, controls, status: 200 }
}

const at = (mark: number): string => `[data-palisade="${mark}"]`

type Typing = Readonly<{ means: LoginMeans; rules: Rules; done: Set<Credential> }>

/** Fills in a step and sends it; answers why the page's own validation does not let it through. */
async function take(page: Page, step: LoginStep, { means, rules, done }: Typing) {
  for (const { mark, what } of step.fills) {
    const value = what === 'code' ? await means.nextCode?.() : rules.config[what]
    if (value === undefined) continue
    await page.evaluate(scripts.emptyField, at(mark))
    await page.type(at(mark), value)
    done.add(what)
  }
  const invalid = await page.evaluate(
    scripts.whyInvalid,
    step.fills.map(({ mark }) => at(mark)),
  )
  if (typeof invalid === 'string' && invalid !== '') {
    return `The form's own validation does not let the field ${invalid.slice(0, 200)}`
  }
  const before = page.url()
  const fields = String(await page.evaluate(scripts.shownFields))
  if (step.submit === null) await page.press('Enter')
  else await page.click(at(step.submit))
  const { success_url_contains: part } = rules.config
  await page.waitFor(scripts.hasMoved, [before, part, fields], MOVE_MS)
  return null
}

async function resultOf(
  page: Page,
  { url }: Stand,
  { means, network }: Pick<Walk, 'means' | 'network'>,
): Promise<login.LoginResult> {
  const jar = new CookieJar()
  for (const { name, value, domain, path, secure } of await page.cookies()) {
    const isHostOnly = !domain.startsWith('.')
    const host = domain.replace(/^\./, '')
    jar.put({ name, value, domain: host, isHostOnly, path, isSecure: secure })
  }
  const { target } = means
  const cookie = jar.headerFor(url.hostname === target.hostname ? url : target, true)
  const { authorization } = network
  if (cookie === null && authorization === null) {
    return login.failedLogin(
      `The login ended at ${login.shownPage(url)} and gave neither a cookie nor a token.`,
    )
  }
  const headers = { ...(cookie && { cookie }), ...(authorization && { authorization }) }
  return { kind: 'in', headers, landed: url.href, isPlain: false }
}

/** What a login page may ask for: the login's host and the target, and credentials on the first only. */
class LoginNetwork {
  readonly #means: LoginMeans
  readonly #secrets: readonly string[]
  /** Where credentials may go; set once the login page is open. */
  origin: string | null = null
  /** Where a page tried to send credentials instead. */
  leftFor: URL | null = null
  /** What script sends along to the target: a token that no cookie holds. */
  authorization: string | null = null

  constructor(means: LoginMeans, { password }: login.FormLogin) {
    this.#means = means
    this.#secrets = [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)]
  }

  answer: PageNetwork = async ({ method, url, headers, body, kind }) => {
    if (PICTURES.has(kind)) return REFUSED
    const sent = `${url.href}\n${body ?? ''}`
    const holdsSecret = this.#secrets.some((secret) => sent.includes(secret))
    if (holdsSecret && url.origin !== this.origin) {
      this.leftFor = url
      return REFUSED
    }
    const token = headers.get('authorization')
    if (token !== null && url.origin === this.#means.target.origin) this.authorization = token
    const plain = new URL(url)
    plain.hash = ''
    const own = new Headers([...headers].filter(([name]) => !NOT_PASSED_ON.test(name)))
    try {
      const request = { method, url: plain, headers: own, ...(body !== null && { body }) }
      const { response } = await this.#means.send(request)
      return { kind: 'answer', ...response }
    } catch (error) {
      if (!isProbeError(error)) throw error
      return REFUSED
    }
  }
}

/** The browser's own: the sender says who asks, and what it can read. */
const NOT_PASSED_ON =
  /^(?:user-agent|host|connection|content-length|accept-encoding|upgrade-insecure-requests|sec-.*|proxy-.*)$/
