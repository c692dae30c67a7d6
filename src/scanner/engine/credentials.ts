import type { LoginHeaders } from '../auth/login.ts'
import type { ScanSecrets } from './options.ts'

/** The headers that the user asked for, with which the scan is still a visitor. */
export function visitorHeaders(secrets: ScanSecrets): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(secrets.custom_headers)) headers.append(name, value)
  return headers
}

/**
 * Those and what logs the scan in, given or worth of a form login; sent to in-scope origins only.
 */
export function credentialsOf(secrets: ScanSecrets, login: LoginHeaders | null): Headers {
  const headers = visitorHeaders(secrets)
  if (login?.authorization !== undefined) headers.set('authorization', login.authorization)
  if (login?.cookie !== undefined) {
    headers.set('cookie', [headers.get('cookie'), login.cookie].filter(Boolean).join('; '))
  }
  const auth = secrets.auth_config
  if (auth?.type === 'cookie') headers.set('cookie', auth.cookie_string)
  if (auth?.type === 'token') headers.set('authorization', `Bearer ${auth.token}`)
  return headers
}

/** Every secret text of a scan, to be masked wherever it shows up. */
export function secretsOf(secrets: ScanSecrets, login: LoginHeaders | null): readonly string[] {
  const auth = secrets.auth_config
  const texts = [...Object.values(secrets.custom_headers), ...Object.values(login ?? {})]
  if (login?.cookie !== undefined) texts.push(...cookieValues(login.cookie))
  if (auth?.type === 'cookie') texts.push(auth.cookie_string, ...cookieValues(auth.cookie_string))
  if (auth?.type === 'token') texts.push(auth.token)
  if (auth?.type === 'form')
    texts.push(auth.password, ...(auth.totp_secret ? [auth.totp_secret] : []))
  if (secrets.webhook_url !== null) texts.push(secrets.webhook_url)
  return texts
}

const cookieValues = (text: string): readonly string[] =>
  text.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
