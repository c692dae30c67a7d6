import { done, refused, type Outcome } from './operation.ts'
import type { SpecDocument } from './read-document.ts'
import { listOf, memberOf, textOf, treeOf, type Tree } from './values.ts'

/** Where the description is used: the target, and where it was read from, if from a URL. */
export type Place = Readonly<{ target: URL; location: URL | null }>

const MOST_SERVERS = 50

/** The addresses that a document or an operation names, variables filled in; relative ones as they are. */
export function serversOf({ version, root }: SpecDocument, holder: Tree): readonly string[] {
  if (version !== '2.0') {
    return listOf(holder['servers'])
      .slice(0, MOST_SERVERS)
      .flatMap((server) => filledIn(treeOf(server)) ?? [])
  }
  const basePath = textOf(root['basePath']) ?? '/'
  const host = textOf(root['host'])
  if (host === null) return textOf(root['basePath']) === null ? [] : [basePath]
  const schemes = listOf(root['schemes']).filter((each) => each === 'https' || each === 'http')
  return (schemes.length > 0 ? schemes : ['https']).map(
    (scheme) => `${scheme}://${host}${basePath}`,
  )
}

function filledIn(server: Tree): string | null {
  const url = textOf(server['url'])
  if (url === null || url.length > 2000) return null
  return url.replaceAll(/\{([^{}]{1,100})\}/g, (_, name: string) => {
    const variable = memberOf(server['variables'], name)
    const value = memberOf(variable, 'default') ?? listOf(memberOf(variable, 'enum'))[0]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  })
}

/** The target that the description itself names: its first absolute server. */
export function namedTarget(document: SpecDocument, location: URL | null): URL | null {
  const urls = serversOf(document, document.root).flatMap(
    (server) => URL.parse(server, location?.href) ?? [],
  )
  return urls.find(({ protocol }) => /^https?:$/.test(protocol)) ?? location
}

/**
 * The base path of the first server on the target's host, without a final slash. Scheme and port are
 * the target's own: nothing beyond its origin is in scope. A document without servers: the target's path.
 */
export function basePathOf(servers: readonly string[], place: Place): Outcome<string> {
  if (servers.length === 0) return done(withoutSlash(place.target.pathname))
  const { hostname } = place.target
  // Relative ones are relative to the document; where that lies elsewhere, to the target.
  const near = place.location?.hostname === hostname ? place.location : place.target
  const urls = servers.flatMap((server) => URL.parse(server, near.href) ?? [])
  const found = urls.find((url) => url.hostname.replace(/\.$/, '') === hostname)
  if (found !== undefined) return done(withoutSlash(found.pathname))
  const named = [...new Set(urls.map(({ host }) => host))].slice(0, 3).join(', ')
  return refused(
    `Its servers (${named || 'none usable'}) are not on the target's host ${hostname}.`,
  )
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '')
