import { cut } from './cut.ts'

/** What may stand in a path (RFC 3986 §3.3); all else is percent-encoded. */
const NOT_IN_PATH = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%/]/gu
const PATH_CHARS = 400

/**
 * `dast/<host>[_<port>]/<path>`. GitHub refuses a whole file in which one location has a scheme, and
 * takes `host:8443` for one; a relative path it files the alert under.
 */
export function locationUri(url: string): string {
  const parsed = URL.parse(url)
  const host = (parsed?.host ?? '').replace(/[[\]]/g, '').replaceAll(':', '_')
  const path = (parsed?.pathname ?? '')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .join('/')
  return ['dast', inPath(host) || 'target', bounded(inPath(path)) || 'index'].join('/')
}

const inPath = (text: string): string =>
  text
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(NOT_IN_PATH, (char) => encodeURIComponent(char.toWellFormed()))

/** An escape that the cut went through goes altogether. */
const bounded = (path: string): string =>
  path.length <= PATH_CHARS ? path : path.slice(0, PATH_CHARS).replace(/%[0-9A-F]?$/i, '')

/** Where in a repository the reader wants all results: a relative path, else it does not count. */
export function anchorUri(anchor: string): string | null {
  const path = anchor.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
  const isInside = path !== '' && !path.split('/').includes('..') && !/^[^/]*:/.test(path)
  return isInside ? bounded(inPath(path)) : null
}

/** GitHub wants a region; a web page has no lines. */
const REGION = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 } as const

export const physicalLocation = (uri: string) => ({ artifactLocation: { uri }, region: REGION })

/** The whole URL as a name, beside the path that stands for it. */
export const logicalLocation = (url: string, method: string) => ({
  fullyQualifiedName: cut(`${method} ${url}`, 2048),
  kind: 'resource',
})
