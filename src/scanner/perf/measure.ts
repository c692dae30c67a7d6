import type { Performance } from '../../report/report.ts'
import { pageOf } from '../crawl/page.ts'
import { isProbeError, type Exchange, type Send } from '../http/exchange.ts'
import { followRedirects } from '../http/redirects.ts'
import { gzipSize } from './compress.ts'
import { judge, type Facts, type Lab } from './judge.ts'
import { namedResources } from './named-resources.ts'
import { ask, encodingOf, isPassing, takeSamples } from './sample.ts'
import { resourceOf, weighResources, type Weighed } from './weigh.ts'

export type MeasureMeans = Readonly<{
  send: Send
  isOwn(url: URL): boolean
  /** Asked before the samples are taken, for the page that the redirects end on. */
  facts(page: URL): Promise<Facts>
  /** Asked last. */
  lab(page: URL): Promise<Lab>
}>

const COMPRESSIBLE =
  /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript))/

/**
 * Measures the page that the redirects of a target end on, one request at a time: SAMPLES requests
 * for it, of which the median counts; one that accepts Brotli alone; what it names on its own site; and
 * a load in a browser. Throws the ProbeError when no request was answered, or when `send` refuses to
 * go on before there are samples.
 */
export async function measurePerformance(target: URL, means: MeasureMeans): Promise<Performance> {
  const { send } = means
  const redirects = await redirectsOf(send, target)
  const page = redirects.at(-1)?.request.url ?? target
  const facts = await means.facts(page)
  const samples = await takeSamples(send, page)
  const [first] = samples.exchanges
  const brotli = await speaksBrotli(send, page)
  const named = await weighResources(namedResources(pageOf(first)), means)
  const document = resourceOf(first, { kind: 'document', blocksRendering: false })
  const weighed: readonly Weighed[] = [{ resource: document, exchange: first }, ...named]
  return judge({
    page,
    redirects: redirects.slice(0, -1),
    facts,
    samples,
    brotli,
    document,
    resources: weighed.map(({ resource }) => resource),
    gzipped: await gzipped(weighed),
    lab: await means.lab(page),
  })
}

/** The way to the page; empty where its first step got no answer, and the samples will tell. */
async function redirectsOf(send: Send, target: URL): Promise<readonly Exchange[]> {
  try {
    return await followRedirects(send, target)
  } catch (error) {
    if (isPassing(error)) return []
    throw error
  }
}

/** Null where such a request got no answer. */
async function speaksBrotli(send: Send, page: URL): Promise<boolean | null> {
  try {
    return encodingOf(await ask(send, page, 'br')) === 'br'
  } catch (error) {
    if (isProbeError(error)) return null
    throw error
  }
}

/** What texts that came uncompressed would be as gzip. */
async function gzipped(weighed: readonly Weighed[]): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  for (const { resource, exchange } of weighed) {
    if (exchange === null || resource.encoding !== null || exchange.response.truncated) continue
    if (!COMPRESSIBLE.test(exchange.response.headers.get('content-type') ?? '')) continue
    sizes.set(resource.url, await gzipSize(exchange.response.body))
  }
  return sizes
}
