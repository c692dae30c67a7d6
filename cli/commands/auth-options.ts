import type { StartBody } from '../client.ts'
import { usageError } from '../exit.ts'
import type { OptionSpec, Parsed } from '../options.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** How a scan logs in: shared by all commands that start one. */
export const AUTH_OPTIONS: readonly OptionSpec[] = [
  { name: 'cookie', value: "'a=b; c=d'", help: 'scan logged in, by these cookies' },
  { name: 'token', value: 'TOKEN', help: 'scan logged in, by this bearer token' },
  { name: 'login-url', value: 'URL', help: 'scan logged in, by the form on this page' },
  { name: 'username', value: 'NAME', help: 'typed into that form' },
  { name: 'password-env', value: 'VAR', help: 'environment variable that holds the password' },
  { name: 'totp-env', value: 'VAR', help: 'the same for the secret of one-time codes' },
  { name: 'success-url', value: 'PART', help: 'part of the URL after a successful login' },
]
export const AUTH_NAMES: readonly string[] = AUTH_OPTIONS.map(({ name }) => name)

/** `auth_config` of a start, or nothing. Secrets of forms come by variables: arguments are seen by all. */
export function authConfig(parsed: Parsed, env: Environment): StartBody {
  const cookie = parsed.one('cookie')
  const token = parsed.one('token')
  const loginUrl = parsed.one('login-url')
  if (cookie !== null && token !== null) {
    throw usageError('Give --cookie or --token, not both.')
  }
  if (loginUrl !== null && (cookie ?? token) !== null) {
    throw usageError('Give --login-url, --cookie or --token, not several of them.')
  }
  if (cookie !== null) return { auth_config: { type: 'cookie', cookie_string: cookie } }
  if (token !== null) return { auth_config: { type: 'token', token } }
  if (loginUrl !== null) return { auth_config: formLogin(parsed, env, loginUrl) }
  const stray = FORM_PARTS.find((name) => parsed.one(name) !== null)
  if (stray !== undefined) throw usageError(`--${stray} needs --login-url.`)
  return {}
}

const FORM_PARTS = ['username', 'password-env', 'totp-env', 'success-url'] as const

function formLogin(parsed: Parsed, env: Environment, loginUrl: string) {
  const needed = (name: string): string => {
    const value = parsed.one(name)
    if (value === null) throw usageError(`--login-url needs --${name}.`)
    return value
  }
  const secret = (option: string): string => {
    const variable = needed(option)
    const value = env[variable] ?? ''
    if (value === '') throw usageError(`--${option}: the variable ${variable} is not set.`)
    return value
  }
  return {
    type: 'form',
    login_url: loginUrl,
    username: needed('username'),
    password: secret('password-env'),
    success_url_contains: needed('success-url'),
    ...(parsed.one('totp-env') !== null && { totp_secret: secret('totp-env') }),
  }
}
