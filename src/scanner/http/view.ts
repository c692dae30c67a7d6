import type { Exchange } from './exchange.ts'

/** What two answers are compared by: multisets of tags or keys, words, and segments. */
export type View = Readonly<{
  status: number
  location: string
  structure: ReadonlyMap<string, number>
  words: ReadonlyMap<string, number>
  segments: readonly string[]
  /** The segments as a multiset. */
  pieces: ReadonlyMap<string, number>
}>

const views = new WeakMap<Exchange, View>()

/** The comparable view of an exchange; made once. */
export function viewOf(exchange: Exchange): View {
  const known = views.get(exchange)
  if (known) return known
  const { status, headers, body } = exchange.response
  const view = makeView(status, headers.get('location') ?? '', segmentsOf(body))
  views.set(exchange, view)
  return view
}

export function makeView(status: number, location: string, segments: readonly string[]): View {
  const structure = new Map<string, number>()
  const words = new Map<string, number>()
  for (const segment of segments) {
    const tag = segment.startsWith('<') ? /^<\/?([a-z][\w-]*)/i.exec(segment) : null
    const key = segment.startsWith('"') ? /^"([^"]{1,80})"\s*:/.exec(segment) : null
    const name = tag?.[1]?.toLowerCase() ?? key?.[1]
    if (name !== undefined) count(structure, name)
    const text = tag ? segment.slice(segment.indexOf('>') + 1 || segment.length) : segment
    for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) count(words, word)
  }
  return { status, location, structure, words, segments, pieces: bagOf(segments) }
}

/** Pieces of a body, split at line ends, before tags and between JSON members. */
const segmentsOf = (body: string): string[] =>
  body
    .split(/\n|(?=<)|(?<=[,{[])(?=")/)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')

const count = (bag: Map<string, number>, item: string): void => {
  bag.set(item, (bag.get(item) ?? 0) + 1)
}

export function bagOf(items: readonly string[]): ReadonlyMap<string, number> {
  const bag = new Map<string, number>()
  for (const item of items) count(bag, item)
  return bag
}

/** Dice's coefficient of two multisets: 1 for equal ones, 0 for ones that share nothing. */
export function dice(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  let total = 0
  for (const [item, times] of a) {
    shared += Math.min(times, b.get(item) ?? 0)
    total += times
  }
  for (const times of b.values()) total += times
  return total === 0 ? 1 : (2 * shared) / total
}
