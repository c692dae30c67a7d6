import { DB_ERROR_WORDS } from '../../payloads/db-errors.ts'
import { KEY_STARTS, SECRET_STARTS } from '../../payloads/secrets.ts'
import { TRACE_FORMATS } from '../../payloads/stack-traces.ts'
import { makeFinder } from './needles.ts'

const MOST_PLACES = 2000
const find = makeFinder([
  ...Object.values(SECRET_STARTS).flat(),
  ...KEY_STARTS,
  ...DB_ERROR_WORDS,
  ...TRACE_FORMATS.flatMap(({ hints }) => hints),
])

type Words = ReadonlyMap<string, readonly number[]>
let last: Readonly<{ body: string; words: Words }> = { body: '', words: new Map() }

/**
 * Where the words stand that passive checks look for before they look closer, at most MOST_PLACES
 * of each. The checks of one answer come one after the other and share the pass over its body.
 */
export function wordsIn(body: string): Words {
  if (body !== last.body) last = { body, words: find(body, MOST_PLACES) }
  return last.words
}
