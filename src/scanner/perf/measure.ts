import type { Performance } from '../../report/report.ts'
import { pageOf } from '../crawl/page.ts'
import { isProbeError, type Exchange, type Send } from '../http/exchange.ts'
import { followRedirects } from '../http/redirects.ts'
import { judge, type Facts, type Lab } from './judge.ts'
import { namedResources } from './named-resources.ts'
import { ask, encodingOf, isPassing, takeSamples } from './sample.ts'
import { weigh, weighResources } from './weigh.ts'

export type MeasureMeans = Readonly<{
  send: Send
  isOwn(url: URL): boolean
  /** Asked before the samples are taken, for the page that the redirects end on. */
  facts(page: URL): Promise<Facts>
  /** Asked last. */
  lab(page: URL): Promise<Lab>
}>

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
  const brotli = await speaksBrotli(send, page)
  const document = await weigh(samples.first, { kind: 'document', blocksRendering: false })
  const named = await weighResources(namedResources(pageOf(samples.first)), means)
  return judge({
    page,
    redirects: redirects.slice(0, -1),
    facts,
    samples,
    brotli,
    document: document.resource,
    weighed: [document, ...named],
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
