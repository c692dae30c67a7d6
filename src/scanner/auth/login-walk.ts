import { elementsNamed } from '../crawl/html.ts'
import { pageOf } from '../crawl/page.ts'
import { isProbeError, type Exchange, type HttpRequest, type Send } from '../http/exchange.ts'
import { sameSiteHop } from '../http/scope.ts'
import { CookieJar } from './cookie-jar.ts'
import * as login from './login.ts'

export type LoginMeans = Readonly<{
  /** Reaches the login host and the target, without credentials. */
  send: Send
  now(): number
  /** Null where no secret for one-time codes was given. */
  nextCode: login.NextCode | null
  target: URL
}>

const MOST_HOPS = 10
const GET_AGAIN: ReadonlySet<number> = new Set([301, 302, 303])
const SAME_AGAIN: ReadonlySet<number> = new Set([307, 308])

/** Where a login stands: the page that the last step led to. `url` has the fragment that led there. */
export type Stand = Readonly<{ exchange: Exchange; url: URL }>

/** Thrown where a step would carry credentials to another host, or leads out of all scope. */
export class LeavesHost extends Error {
  readonly url: URL
  constructor(url: URL) {
    super('A login page leads to another host')
    this.url = url
  }
}

/** A walk over the pages of a login with the cookies it gathers. */
export class LoginWalk {
  readonly #means: LoginMeans
  readonly #jar = new CookieJar()
  readonly loginUrl: URL
  /** Where credentials may be typed: the login page's own origin, or https of the same host. */
  loginOrigin: string

  constructor(means: LoginMeans, loginUrl: URL) {
    this.#means = means
    this.loginUrl = loginUrl
    this.loginOrigin = loginUrl.origin
  }

  get nextCode(): login.NextCode | null {
    return this.#means.nextCode
  }

  /** The login page. On its way there the same site may move to https. */
  async open(): Promise<Stand> {
    const request = { method: 'GET', url: this.loginUrl, headers: new Headers() }
    const stand = await this.#go(request, false)
    if (sameSiteHop(this.loginUrl, stand.url)) this.loginOrigin = stand.url.origin
    return stand
  }

  /** Sends a filled form: to the login's origin only, as long as a redirect repeats its fields. */
  submit(request: HttpRequest): Promise<Stand> {
    return this.#go(request, true)
  }

  async #go(first: HttpRequest, isFilled: boolean): Promise<Stand> {
    let request = first
    let isSecret = isFilled
    let { hash } = first.url
    for (let hop = 0; ; hop += 1) {
      if (isSecret && request.url.origin !== this.loginOrigin) throw new LeavesHost(request.url)
      const exchange = await this.#send(request)
      const next = hop < MOST_HOPS ? nextOf(exchange) : null
      if (next === null) {
        const url = new URL(exchange.request.url)
        url.hash = hash
        return { exchange, url }
      }
      isSecret &&= SAME_AGAIN.has(exchange.response.status)
      if (next.url.hash !== '') ({ hash } = next.url)
      request = next
    }
  }

  async #send(request: HttpRequest): Promise<Exchange> {
    const headers = new Headers(request.headers)
    const cookie = this.#jar.headerFor(request.url)
    if (cookie !== null) headers.set('cookie', cookie)
    const url = new URL(request.url)
    url.hash = ''
    const exchange = await this.#means
      .send({ ...request, url, headers })
      .catch((error: unknown) => {
        if (isProbeError(error) && error.kind === 'out_of_scope') throw new LeavesHost(url)
        throw error
      })
    this.#jar.store(url, exchange.response.headers.getSetCookie(), this.#means.now())
    return exchange
  }

  result({ exchange, url }: Stand): login.LoginResult {
    const { target } = this.#means
    const { html } = pageOf(exchange)
    const cookie = this.#jar.headerFor(url.hostname === target.hostname ? url : target, true)
    if (cookie === null) {
      return login.failedLogin(`The login ended at ${login.shownPage(url)} and set no cookie.`)
    }
    return {
      kind: 'in',
      headers: { cookie },
      landed: url.href,
      isPlain: html === null || elementsNamed(html, 'script').length === 0,
    }
  }
}

/** The request that an answer leads to: a redirect, or a page that refreshes itself at once. */
function nextOf(exchange: Exchange): HttpRequest | null {
  const { request, response } = exchange
  const location =
    GET_AGAIN.has(response.status) || SAME_AGAIN.has(response.status)
      ? response.headers.get('location')
      : refreshOf(exchange)
  const url = location === null ? null : URL.parse(location, request.url.href)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  if (SAME_AGAIN.has(response.status)) return { ...request, url }
  return { method: 'GET', url, headers: new Headers() }
}

function refreshOf(exchange: Exchange): string | null {
  const metas = elementsNamed(pageOf(exchange).html, 'meta')
  const refresh = metas.find(
    ({ attributes }) => attributes.get('http-equiv')?.toLowerCase() === 'refresh',
  )
  const content = refresh?.attributes.get('content') ?? ''
  return /^\s*[0-3]\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(content)?.[1]?.trim() ?? null
}
