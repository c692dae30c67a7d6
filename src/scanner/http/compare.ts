import type { Baseline } from '../checks/check.ts'
import { dynamicParts, withoutDynamic } from './dynamic.ts'
import type { Exchange } from './exchange.ts'
import { dice, makeView, viewOf, type View } from './view.ts'

/** How much each part of an answer says. */
const WEIGHTS = { structure: 0.35, words: 0.4, segments: 0.25 } as const
/** Answers with another status are never more alike than this. */
const OTHER_STATUS = 0.5
/** Two usual answers may differ by this much beside what a baseline shows. */
const SLACK = 0.003

/** 0..1: how alike two answers are; exactly 1 only when nothing that is compared differs. */
export const similarity = (a: Exchange, b: Exchange): number =>
  isSameAnswer(a, b) ? 1 : viewSimilarity(viewOf(a), viewOf(b))

/** Most answers to a harmless change are the usual page to the letter; those need no reading. */
const isSameAnswer = ({ response: a }: Exchange, { response: b }: Exchange): boolean =>
  a.status === b.status &&
  a.body === b.body &&
  a.headers.get('location') === b.headers.get('location')

function viewSimilarity(a: View, b: View): number {
  const alike =
    WEIGHTS.structure * dice(a.structure, b.structure) +
    WEIGHTS.words * dice(a.words, b.words) +
    WEIGHTS.segments * dice(a.pieces, b.pieces)
  const content = a.location === b.location ? alike : Math.min(alike, OTHER_STATUS)
  const rounded = content > 1 - 1e-9 ? 1 : content
  return a.status === b.status ? rounded : Math.min(rounded, 1) * OTHER_STATUS
}

/** True when two answers differ no more than the two of a baseline do. */
export function isSame(a: Exchange, b: Exchange, baseline: Baseline): boolean {
  if (isSameAnswer(a, b)) return true
  const comparer = makeComparer(baseline)
  return comparer.between(a, b) >= comparer.self - SLACK
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
  const dynamic = isSameAnswer(first, second)
    ? []
    : dynamicParts(viewOf(first).segments, viewOf(second).segments)
  const read = (exchange: Exchange): View => {
    const view = viewOf(exchange)
    const segments = withoutDynamic(view.segments, dynamic)
    return segments === view.segments ? view : makeView(view.status, view.location, segments)
  }
  let base: View | null = null
  const stable = (exchange: Exchange): View =>
    exchange === first ? (base ??= read(first)) : read(exchange)
  const alike = (a: Exchange, b: Exchange): number =>
    isSameAnswer(a, b) ? 1 : viewSimilarity(stable(a), stable(b))
  const plain = (exchange: Exchange, payload = ''): Exchange => withoutPayload(exchange, payload)
  return {
    self: alike(first, second),
    similarityTo: (exchange, payload) => alike(first, plain(exchange, payload)),
    between: (a, b, payloadA, payloadB) => alike(plain(a, payloadA), plain(b, payloadB)),
  }
}

/** The answer with every reflection of the payload taken out: raw, HTML-escaped, percent-encoded. */
export function withoutPayload(exchange: Exchange, payload: string): Exchange {
  if (payload === '') return exchange
  const { response } = exchange
  const spellings = spellingsOf(payload)
  const strip = (text: string): string =>
    spellings.reduce((rest, spelling) => rest.replaceAll(spelling, ''), text)
  const body = strip(response.body)
  const location = response.headers.get('location')
  if (location === null) {
    return body === response.body ? exchange : { ...exchange, response: { ...response, body } }
  }
  const headers = new Headers(response.headers)
  headers.set('location', strip(location))
  return { ...exchange, response: { ...response, headers, body } }
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
