import type { Baseline } from '../checks/check.ts'
import { dynamicParts, withoutDynamic } from './dynamic.ts'
import type { Exchange } from './exchange.ts'
import { bagOf, dice, makeView, viewOf, type View } from './view.ts'

/** How much each part of an answer says. */
const WEIGHTS = { structure: 0.35, words: 0.4, segments: 0.25 } as const
/** Answers with another status are never more alike than this. */
const OTHER_STATUS = 0.5

/** 0..1: how alike two answers are; exactly 1 only when nothing that is compared differs. */
export const similarity = (a: Exchange, b: Exchange): number => viewSimilarity(viewOf(a), viewOf(b))

function viewSimilarity(a: View, b: View): number {
  const alike =
    WEIGHTS.structure * dice(a.structure, b.structure) +
    WEIGHTS.words * dice(a.words, b.words) +
    WEIGHTS.segments * dice(bagOf(a.segments), bagOf(b.segments))
  const content = a.location === b.location ? alike : Math.min(alike, OTHER_STATUS)
  const rounded = content > 1 - 1e-9 ? 1 : content
  return a.status === b.status ? rounded : Math.min(rounded, 1) * OTHER_STATUS
}

export type Comparer = Readonly<{
  /** How alike the two answers of the baseline are, without what changes by itself. */
  self: number
  /** How alike an answer is to the baseline: without its dynamic parts and without the payload. */
  similarityTo(exchange: Exchange, payload?: string): number
  /** How alike two answers are by the same measure. */
  between(a: Exchange, b: Exchange, payloadA?: string, payloadB?: string): number
}>

/**
 * Compares answers as the site itself varies: what differs between two answers to the same request
 * is left out, and so is what merely repeats the payload.
 */
export function makeComparer({ first, second }: Baseline): Comparer {
  const dynamic = dynamicParts(viewOf(first).segments, viewOf(second).segments)
  const stable = (exchange: Exchange, payload?: string): View => {
    const view = viewOf(payload === undefined ? exchange : withoutPayload(exchange, payload))
    return makeView(view.status, view.location, withoutDynamic(view.segments, dynamic))
  }
  const base = stable(first)
  return {
    self: viewSimilarity(base, stable(second)),
    similarityTo: (exchange, payload) => viewSimilarity(base, stable(exchange, payload)),
    between: (a, b, payloadA, payloadB) => viewSimilarity(stable(a, payloadA), stable(b, payloadB)),
  }
}

/** The answer with every reflection of the payload taken out: raw, HTML-escaped, percent-encoded. */
export function withoutPayload(exchange: Exchange, payload: string): Exchange {
  if (payload === '') return exchange
  const { response } = exchange
  const spellings = spellingsOf(payload)
  const strip = (text: string): string =>
    spellings.reduce((rest, spelling) => rest.replaceAll(spelling, ''), text)
  const headers = new Headers(response.headers)
  const location = headers.get('location')
  if (location !== null) headers.set('location', strip(location))
  return { ...exchange, response: { ...response, headers, body: strip(response.body) } }
}

function spellingsOf(payload: string): readonly string[] {
  const escaped = payload.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const encoded = encodeURIComponent(payload.toWellFormed())
  const spellings = new Set([
    payload,
    escaped,
    escaped.replaceAll('"', '&quot;'),
    escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    escaped.replaceAll('"', '&quot;').replaceAll("'", '&#x27;'),
    escaped.replaceAll('"', '&#34;').replaceAll("'", '&#39;'),
    escaped.replaceAll('"', '&quot;').replaceAll("'", '&#039;'),
    encoded,
    encoded.replaceAll('%20', '+'),
    encoded.replaceAll("'", '%27'),
    encoded.replaceAll('%20', '+').replaceAll("'", '%27'),
    JSON.stringify(payload).slice(1, -1),
  ])
  return [...spellings].toSorted((a, b) => b.length - a.length)
}
