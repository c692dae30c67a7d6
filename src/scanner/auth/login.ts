import type { AuthConfig } from '../engine/options.ts'

export type FormLogin = Extract<AuthConfig, { type: 'form' }>

/** The headers that a login is worth: sent to in-scope origins, secret. */
export type LoginHeaders = Readonly<{ cookie?: string; authorization?: string }>

export type LoginResult =
  | Readonly<{
      kind: 'in'
      headers: LoginHeaders
      /** The page that the login ended on. */
      landed: string
      /** False for pages that script builds: then the same page may be sent to everybody. */
      isPlain: boolean
    }>
  | Readonly<{
      kind: 'failed'
      /** What was seen, for people; holds no secret. */
      message: string
      /** True where credentials were given and not taken: it counts against the host's lock-out. */
      wasRefused: boolean
    }>

export const failedLogin = (message: string, wasRefused = false): LoginResult => ({
  kind: 'failed',
  message,
  wasRefused,
})

/** The next one-time code, never the same one twice; waits for the next period if need be. */
export type NextCode = () => Promise<string>

/** More pages than any login has: the user name, the password, a code, a question in between. */
export const MOST_STEPS = 6

/** Path and origin alone: the query of a login page may hold tokens. */
export function shownPage(url: URL): string {
  return `${url.origin}${url.pathname}`
}

export const isLoggedInUrl = (url: URL, { success_url_contains: part }: FormLogin): boolean =>
  url.href.includes(part)

const ALERT =
  /<\w+[^>]*(?:role=["']?alert|class=["'][^"'>]*(?:error|alert|danger|invalid|flash)[^"'>]*["'])[^>]*>\s*([^<>]{3,200}?)\s*</i
const TITLE = /<title[^>]*>\s*([^<>]{1,120}?)\s*</i

/** What a page says went wrong, else its title, as a sentence; empty where it says neither. */
export function saidBy(body: string): string {
  const start = body.slice(0, 100_000)
  const alert = ALERT.exec(start)?.[1]
  if (alert !== undefined) return ` The page says: "${oneLine(alert)}".`
  const title = TITLE.exec(start)?.[1]
  return title === undefined ? '' : ` Its title is "${oneLine(title)}".`
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

export const noForm = (
  url: URL,
  { status, body }: Readonly<{ status: number; body: string }>,
): LoginResult =>
  failedLogin(
    `No login form was found at ${shownPage(url)}, which answered with ${status}.${saidBy(body)}`,
  )
export const refused = (url: URL, body: string): LoginResult =>
  failedLogin(
    `The login was refused: after it, ${shownPage(url)} asks for the password again.${saidBy(body)}`,
    true,
  )
export const codeRefused = (url: URL, body: string): LoginResult =>
  failedLogin(
    `The one-time code was refused: ${shownPage(url)} asks for it again.${saidBy(body)}`,
    true,
  )
export const needsCode = (url: URL): LoginResult =>
  failedLogin(`${shownPage(url)} asks for a one-time code, and no totp_secret was given.`)
export const elsewhere = (url: URL, body: string): LoginResult =>
  failedLogin(
    `The login ended at ${shownPage(url)}, which does not contain success_url_contains.${saidBy(body)}`,
    true,
  )
export const leavesHost = (url: URL): LoginResult =>
  failedLogin(
    `The login leads to ${url.origin}, where no credentials are typed: give its page as login_url if it is yours.`,
  )
