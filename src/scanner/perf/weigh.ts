import type { PageResource, ResourceKind, Weight } from '../../report/performance.ts'
import { RESOURCE_KINDS } from '../../report/performance.ts'
import { isDangerous } from '../crawl/avoid.ts'
import { mediaType } from '../crawl/page.ts'
import { type Exchange, isProbeError, type Send } from '../http/exchange.ts'
import { cacheLifetime } from './cache-lifetime.ts'
import { gzipSize } from './compress.ts'
import type { NamedResource } from './named-resources.ts'
import { ask, decodedBytes, encodingOf, isPassing, sentBytes } from './sample.ts'

/** Of what a page names: so many are told, and so many of those are asked for. */
export const MOST_TOLD = 150
export const MOST_ASKED = 40
/** A browser reads the head of a film only; we read none of it. */
const COUNTED_ONLY: ReadonlySet<ResourceKind> = new Set(['media', 'frame'])

const ENDED = 'the time or the requests ended'

const COMPRESSIBLE =
  /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript))/

/** A resource, and what a text that came uncompressed would be as gzip. The body itself is not kept. */
export type Weighed = Readonly<{ resource: PageResource; gzipBytes: number | null }>
export type WeighMeans = Readonly<{ send: Send; isOwn(url: URL): boolean }>

/**
 * Asks once for what the page names on its own site, one after the other, those that block first; the
 * rest is counted. What may log out, delete or pay is not asked for, whatever element names it. Once
 * `send` refuses to go on, all that is left is counted only.
 */
export async function weighResources(
  named: readonly NamedResource[],
  { send, isOwn }: WeighMeans,
): Promise<readonly Weighed[]> {
  const order = named.slice(0, MOST_TOLD).toSorted(blockingFirst)
  const weighed: Weighed[] = []
  let asked = 0
  let refusal: string | null = null
  for (const each of order) {
    const why = isOwn(each.url) ? (refusal ?? whyNot(each, asked)) : 'of another site'
    if (why !== null) {
      weighed.push(counted(each, isOwn(each.url), why))
      continue
    }
    asked += 1
    try {
      weighed.push(await weigh(await ask(send, each.url, 'gzip, br'), each))
    } catch (error) {
      if (!isProbeError(error)) throw error
      const isExcluded = error.kind === 'excluded'
      if (!isExcluded && !isPassing(error)) refusal = ENDED
      weighed.push(counted(each, true, isExcluded ? 'excluded' : (refusal ?? 'no answer')))
    }
  }
  return weighed
}

const blockingFirst = (a: NamedResource, b: NamedResource): number =>
  Number(b.blocksRendering) - Number(a.blocksRendering)

function whyNot({ url, kind }: NamedResource, asked: number): string | null {
  if (COUNTED_ONLY.has(kind)) return 'never read'
  if (isDangerous('GET', url)) return 'may change something'
  return asked >= MOST_ASKED ? `only ${MOST_ASKED} are asked for` : null
}

const counted = (
  { url, kind, blocksRendering }: NamedResource,
  isOwn: boolean,
  why: string,
): Weighed => ({
  gzipBytes: null,
  resource: {
    url: url.href,
    kind,
    is_own: isOwn,
    blocks_rendering: blocksRendering,
    status: null,
    sent_bytes: null,
    bytes: null,
    encoding: null,
    ttfb_ms: null,
    cache_s: null,
    format: null,
    not_asked: why,
  },
})

/** Weighs an answered resource, or the page itself. */
export async function weigh(
  exchange: Exchange,
  named: Pick<NamedResource, 'kind' | 'blocksRendering'>,
): Promise<Weighed> {
  const resource = resourceOf(exchange, named)
  const { headers, truncated, body } = exchange.response
  const isPlain = resource.encoding === null && !truncated
  const isText = COMPRESSIBLE.test(headers.get('content-type') ?? '')
  return { resource, gzipBytes: isPlain && isText ? await gzipSize(body) : null }
}

function resourceOf(
  exchange: Exchange,
  { kind, blocksRendering }: Pick<NamedResource, 'kind' | 'blocksRendering'>,
): PageResource {
  const { request, response } = exchange
  return {
    url: request.url.href,
    kind,
    is_own: true,
    blocks_rendering: blocksRendering,
    status: response.status,
    sent_bytes: sentBytes(exchange),
    bytes: decodedBytes(exchange),
    encoding: encodingOf(exchange),
    ttfb_ms: Math.round(response.elapsedMs),
    cache_s: cacheLifetime(response.headers),
    format: /^image\/(?:x-)?([\w.+-]{1,20})/.exec(mediaType(response.headers) ?? '')?.[1] ?? null,
    not_asked: null,
  }
}

/** By kind, those that occur, in the order of RESOURCE_KINDS. */
export function weightsOf(resources: readonly PageResource[]): readonly Weight[] {
  return RESOURCE_KINDS.flatMap((kind) => {
    const those = resources.filter((each) => each.kind === kind)
    if (those.length === 0) return []
    const bytes = those.reduce((sum, each) => sum + (each.sent_bytes ?? each.bytes ?? 0), 0)
    const others = those.filter((each) => !each.is_own).length
    return [{ kind, requests: those.length, third_party: others, bytes }]
  })
}
