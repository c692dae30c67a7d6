import { LIMITS } from '../../limits.ts'
import type { HttpRequest, HttpResponse } from './exchange.ts'
import type { Mask } from './mask.ts'

const CUT = '[… cut …]'

/** The request as raw HTTP text, masked, at most LIMITS.storedMessageChars. */
export function renderRequest(request: HttpRequest, mask: Mask): string {
  const { pathname, search, host } = request.url
  const { wire = {} } = request
  const own = wire.lines ?? []
  const lines = [
    `${request.method} ${wire.target ?? `${pathname}${search}`} HTTP/1.1`,
    ...(own.some((line) => /^host:/i.test(line)) ? [] : [`Host: ${wire.host ?? host}`]),
    ...own,
    ...[...request.headers].map(([name, value]) => `${headerName(name)}: ${value}`),
  ]
  return cut(mask(`${lines.join('\n')}\n\n${request.body ?? ''}`), 0, LIMITS.storedMessageChars)
}

/** The response as raw HTTP text, masked; of a long body the part around the match is kept. */
export function renderResponse(
  response: HttpResponse,
  mask: Mask,
  { match, maxChars }: Readonly<{ match: string | null; maxChars: number }>,
): string {
  const cookies = response.headers.getSetCookie()
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
  const head = mask(
    [
      `HTTP/1.1 ${response.status}`,
      ...headers.map(([name, value]) => `${headerName(name)}: ${value}`),
      ...cookies.map((cookie) => `Set-Cookie: ${cookie}`),
    ].join('\n'),
  ).slice(0, Math.floor(maxChars / 2))
  const body = mask(response.body)
  const at = match === null ? -1 : body.indexOf(match)
  const room = maxChars - head.length - 2
  return `${head}\n\n${cut(body, at === -1 ? 0 : at + (match?.length ?? 0) / 2, room)}`
}

/** `room` characters of the text around a place; what is left out is marked. */
function cut(text: string, around: number, room: number): string {
  if (text.length <= room) return text
  const inner = Math.max(0, room - 2 * CUT.length)
  const start = Math.max(0, Math.min(text.length - inner, Math.floor(around - inner / 2)))
  const before = start > 0 ? CUT : ''
  const after = start + inner < text.length ? CUT : ''
  return `${before}${text.slice(start, start + inner).toWellFormed()}${after}`
}

const headerName = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())

/** Headers that the transport adds by itself or that prove nothing; left out of the command. */
const UNINTERESTING: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'user-agent',
  'x-scan-id',
  'content-length',
])

/** A shell command that sends the request again; credentials are left to `$COOKIE` and `$TOKEN`. */
export function curlOf(request: HttpRequest, mask: Mask): string {
  const parts = ['curl', '-i', '--path-as-is']
  // Brackets and braces in a URL are a pattern to curl unless it is told otherwise.
  if (/[[\]{}]/.test(request.url.href)) parts.push('--globoff')
  const hasBody = request.body !== undefined
  if (request.method === 'HEAD') parts.push('--head')
  else if (request.method !== (hasBody ? 'POST' : 'GET')) parts.push('-X', request.method)
  for (const [name, value] of request.headers) {
    if (UNINTERESTING.has(name)) continue
    if (name === 'cookie') parts.push('-H', '"Cookie: $COOKIE"')
    else if (name === 'authorization') parts.push('-H', `"Authorization: ${schemeOf(value)}$TOKEN"`)
    else parts.push('-H', quote(mask(`${headerName(name)}: ${value}`)))
  }
  const { target, host, lines = [] } = request.wire ?? {}
  if (target !== undefined) parts.push('--request-target', quote(mask(target)))
  for (const line of host === undefined ? lines : [`Host: ${host}`, ...lines]) {
    parts.push('-H', quote(mask(line)))
  }
  if (request.body !== undefined) parts.push('--data-raw', quote(mask(request.body)))
  parts.push(quote(mask(request.url.href)))
  return parts.join(' ')
}

const schemeOf = (value: string): string => /^(?:bearer|basic|token)\s/i.exec(value)?.[0] ?? ''

/** One argument for a POSIX shell. */
const quote = (text: string): string =>
  /^[\w./:=?&%@,+-]+$/.test(text) && !text.includes('&') && !text.includes('?')
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`)}'`
