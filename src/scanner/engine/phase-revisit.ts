import { isProbeError } from '../http/exchange.ts'
import { pool } from './allowance.ts'
import { UNIT_ENDED } from './outcome.ts'
import type { UnitContext } from './unit-context.ts'
import type { UnitPlan } from './unit.ts'

/** What `nonce()` of the unit runner makes; a page is read once for all of them. */
const WORD = /p[a-z0-9]{8}/g

/** Reads pages again for words that were planted, and says which page shows which word. */
export async function runRevisit(
  context: UnitContext,
  urls: readonly string[],
  words: readonly string[],
): Promise<UnitPlan | null> {
  const planted = new Set(words)
  const left: string[] = []
  await pool(urls, context.work.maxInFlight, async (url) => {
    if (!context.hasTime() || !(await visit(context, url, planted))) left.push(url)
  })
  const rest = urls.filter((url) => left.includes(url))
  return rest.length > 0 ? { phase: 'revisit', urls: rest, words } : null
}

async function visit(
  context: UnitContext,
  url: string,
  planted: ReadonlySet<string>,
): Promise<boolean> {
  try {
    const page = new URL(url)
    const { response } = await context.send({ method: 'GET', url: page, headers: new Headers() })
    for (const word of wordsIn(response.body, planted)) context.out.shown.push({ word, url })
    return true
  } catch (error) {
    if (!isProbeError(error)) throw error
    return !UNIT_ENDED.includes(error.kind)
  }
}

/** Words may stand side by side, or behind a letter p: each place is tried. */
function wordsIn(body: string, planted: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  WORD.lastIndex = 0
  for (let match = WORD.exec(body); match !== null; match = WORD.exec(body)) {
    if (planted.has(match[0])) found.add(match[0])
    else WORD.lastIndex = match.index + 1
  }
  return found
}
