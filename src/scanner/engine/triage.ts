import type { Baseline, Input, Triage } from '../checks/check.ts'
import { fill } from '../checks/support/fill.ts'
import { isStable } from '../http/baseline.ts'
import { isSame, withoutPayload } from '../http/compare.ts'
import type { Exchange, Send } from '../http/exchange.ts'
import { TRIAGE_TEXT } from '../payloads/triage.ts'
import type { InputKind } from '../checks/check.ts'

export const TRIAGE_REQUESTS = 2

/** Asks the two questions that every check of a place starts from. */
export async function takeTriage(send: Send, input: Input, nonce: () => string): Promise<Triage> {
  const word = nonce()
  const brokenWord = nonce()
  const plain = await send(input.with(word))
  const broken = await send(input.with(fill(TRIAGE_TEXT, { word: brokenWord })))
  return { word, plain, brokenWord, broken }
}

/** Kinds of places that every request has, read by an application or not; the others are its own. */
const PRESUMED: ReadonlySet<InputKind> = new Set(['path', 'cookie', 'header'])

/**
 * False where nothing reads the place: neither word came back, and odd characters change nothing. Of a
 * path a word alone leads elsewhere; there the odd characters must differ from the word.
 */
export function isRead(input: Input, baseline: Baseline, triage: Triage): boolean {
  if (!PRESUMED.has(input.kind) || !isStable(baseline)) return true
  const { word, plain, brokenWord, broken } = triage
  const isPath = input.kind === 'path'
  // A made-up name gets a page, as the usual one does: a program takes the segment for a value.
  if (isPath && isFound(plain) && isFound(baseline.first)) return true
  // No file has a slash in its name: only a program reads such a segment.
  if (isPath && input.value.includes('/')) return true
  if (!isPath && (shows(plain, word) || shows(broken, brokenWord))) return true
  if (isPath && (standsInHeaders(plain, word) || showsRaw(broken, brokenWord))) return true
  const bare = withoutPayload(plain, word)
  const usual = isPath ? bare : baseline.first
  const odd = fill(TRIAGE_TEXT, { word: brokenWord })
  return !isSame(usual, bare, baseline) || !isSame(usual, withoutPayload(broken, odd), baseline)
}

const isFound = ({ response }: Exchange): boolean => response.status < 300

const shows = (exchange: Exchange, word: string): boolean =>
  exchange.response.body.includes(word) || standsInHeaders(exchange, word)

const standsInHeaders = ({ response }: Exchange, word: string): boolean =>
  [...response.headers.values()].some((value) => value.includes(word))

/** The word came back with the quote behind it, or beside the element that was sent with it. */
const showsRaw = ({ response: { body } }: Exchange, word: string): boolean =>
  body.includes(`${word}'`) || (body.includes(word) && body.includes('<q>'))
