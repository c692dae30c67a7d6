import { usageError } from './exit.ts'
import { LIMITS } from '../src/limits.ts'
import { clean } from './render/text.ts'

/** Reads the text of one option, or throws a usage error that names the option. */
export type ReadValue<T> = (text: string, option: string) => T

export const text: ReadValue<string> = (text) => text

export const oneOf =
  <const T extends string>(words: readonly T[]): ReadValue<T> =>
  (text, option) => {
    const word = words.find((word) => word === text)
    if (word === undefined) throw usageError(`--${option} must be one of ${words.join(', ')}.`)
    return word
  }

export const integer =
  (least: number, most: number): ReadValue<number> =>
  (text, option) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`
    throw usageError(`--${option} must be a whole number ${range}.`)
  }

export const positive = integer(1, Number.MAX_SAFE_INTEGER)

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
/** A user name before the host, with a scheme or without: such a text is never shown. */
const USER_INFO = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*@/i
const NO_USER_INFO = 'The URL holds a user name or password. Use --header, --cookie or --token.'

/** The address to scan: http or https, without a user name or password. */
export function targetUrl(text: string): string {
  if (text.length > LIMITS.urlLength) {
    throw usageError(`The URL is longer than ${LIMITS.urlLength} characters.`)
  }
  if (USER_INFO.test(text)) throw usageError(NO_USER_INFO)
  const shown = clean(text)
  if (!SCHEME.test(text)) {
    throw usageError(`"${shown}" is not a URL. Write it with its scheme: https://${shown}`)
  }
  const url = URL.parse(text)
  if (!url) throw usageError(`"${shown}" is not a URL.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw usageError(`Only http and https can be scanned, not ${clean(url.protocol)}//`)
  }
  if (url.username !== '' || url.password !== '') throw usageError(NO_USER_INFO)
  return text
}

/** The address of a Palisade server, without a trailing slash. */
export function serverUrl(text: string, option: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw usageError(`${option} must be an http or https URL.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError(`${option} must not hold a user name or password; the key is enough.`)
  }
  return text.replace(/\/+$/, '')
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const FORBIDDEN = /[\r\n\0]/

/** `Name: value` lines as an object. The value is not shown in errors: it may be a secret. */
export function headers(lines: readonly string[]): Record<string, string> {
  const entries = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim()
    if (!TOKEN.test(name)) throw usageError(`--header must look like 'Name: value'.`)
    const value = line.slice(colon + 1).trim()
    if (FORBIDDEN.test(value)) throw usageError(`--header ${name}: a line break is not allowed.`)
    return [name, value]
  })
  const names = entries.map(([name]) => name.toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw usageError(`--header ${twice} may be given only once.`)
  return Object.fromEntries(entries)
}
