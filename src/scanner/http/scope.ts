import { percentDecode } from './percent.ts'

export type Scope = Readonly<{
  isInScope(url: URL): boolean
  /** True when any way of reading the path puts it under an excluded prefix. */
  isExcluded(url: URL): boolean
  /** The same for a request target that is sent as it is, dot segments and all. */
  isExcludedTarget(target: string): boolean
}>
export type ScopeOptions = Readonly<{
  /** As `URL.origin` writes them. */
  origins: readonly string[]
  excludedPaths: readonly string[]
}>

/** What a scan may touch: these origins, without these path prefixes (tables.md §3, §10). */
export function makeScope({ origins, excludedPaths }: ScopeOptions): Scope {
  const inScope = new Set(origins)
  const prefixes = [...new Set(excludedPaths.flatMap(prefixForms))]
  const isExcludedPath = (path: string): boolean =>
    prefixes.length > 0 &&
    readingsOf(path).some((reading) => prefixes.some((prefix) => reading.startsWith(prefix)))
  return {
    isInScope: (url) => isHttp(url) && inScope.has(url.origin),
    isExcluded: (url) => isExcludedPath(url.pathname),
    isExcludedTarget: (target) => isExcludedPath(target.replace(/[?#].*$/s, '')),
  }
}

/** Decoded (twice, against double encoding) and cleaned of `//`, `\`, `;params` and dot segments. */
export const normalisedPath = (url: URL): string =>
  resolveDots(clean(percentDecode(percentDecode(url.pathname))))

/**
 * Every origin that the first redirect chain of a target may move the scope to, the target's own
 * first: the same host with or without `www.`, http or https, on default ports.
 */
export function siteOrigins(target: URL): readonly string[] {
  const other = target.hostname.startsWith('www.')
    ? target.hostname.slice(4)
    : `www.${target.hostname}`
  const candidates = [target.hostname, other].flatMap((host) => [
    `https://${host}`,
    `http://${host}`,
  ])
  const reachable = candidates.filter(
    (origin) => URL.canParse(origin) && sameSiteHop(target, new URL(origin)),
  )
  return [...new Set([target.origin, ...reachable])]
}

/** Whether the target's first redirect chain may move the scope from one URL to the other. */
export function sameSiteHop(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true
  const isUpgradeOrSame = from.protocol === to.protocol || to.protocol === 'https:'
  const onDefaultPorts = from.port === '' && to.port === ''
  if (!isHttp(from) || !isHttp(to)) return false
  return isUpgradeOrSame && onDefaultPorts && bareHost(from) === bareHost(to)
}
const isHttp = (url: URL): boolean => /^https?:$/.test(url.protocol)
const bareHost = (url: URL): string => url.hostname.replace(/^www\./, '')

/**
 * Servers differ in how often they decode, and in whether they do it before they resolve dots or
 * cut parameters. A path is excluded when one of these readings is.
 */
function readingsOf(pathname: string): readonly string[] {
  const decodings = [pathname, percentDecode(pathname), percentDecode(percentDecode(pathname))]
  return [
    ...new Set(
      decodings.flatMap((path) => [path, clean(path), resolveDots(path), resolveDots(clean(path))]),
    ),
  ]
}

/** An excluded path as given and as normalised: both are compared with every reading. */
function prefixForms(excluded: string): readonly string[] {
  const rooted = excluded.startsWith('/') ? excluded : `/${excluded}`
  return [rooted, resolveDots(clean(percentDecode(rooted)))]
}

const clean = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replaceAll(/;[^/]*/g, '')
    .replaceAll(/\/{2,}/g, '/')

function resolveDots(path: string): string {
  const kept: string[] = []
  const segments = path.split('/').slice(1)
  for (const segment of segments) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  const last = segments.at(-1)
  const endsInDots = last === '.' || last === '..'
  return `/${kept.join('/')}${endsInDots && kept.length > 0 ? '/' : ''}`
}
