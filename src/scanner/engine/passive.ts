import type { PassiveCheck, Sighting } from '../checks/check.ts'
import { isProbeError, type Exchange } from '../http/exchange.ts'
import { identityOf, toInstance } from './hits.ts'
import { answerSeen } from './kept-place.ts'
import { messageOf } from './run-check.ts'
import { placeOf, report, type UnitContext } from './unit-context.ts'

type Seen = Readonly<{ check: PassiveCheck; sighting: Sighting }>

/** Statuses from here on are errors (RFC 9110, section 15). */
const ERRORS = 400
const SEEN_TWICE = 'Read in a recorded answer, and again in a second one.'
const SEEN_ONCE = 'Read in one recorded answer; a second answer did not show it.'

/**
 * Reads an exchange with every passive check. What is new is asked for once more: only what shows
 * in both answers is confirmed (tables.md §1, last paragraph). What was confirmed before in this
 * scan is counted as a further instance, without another request.
 */
export async function examine(context: UnitContext, exchange: Exchange): Promise<void> {
  const seen = await readAll(context, exchange, true)
  const fresh = seen.filter(({ check, sighting }) => !isKnown(context, check, sighting, exchange))
  if (fresh.length === 0) return
  // A second look makes nothing surer of what is a sign only, and such signs stand on every page.
  const asks = fresh.some(({ sighting }) => sighting.confidence === 'confirmed')
  const again = asks ? await askAgain(context, exchange) : null
  const seenAgain = again === null ? [] : await readAll(context, again, false)
  const repeats = seenAgain.filter(({ check }) => again !== null && counts(check, exchange, again))
  for (const { check, sighting } of fresh) {
    const isRepeated = repeats.some(
      (other) => other.check === check && isSameIssue(other.sighting, sighting),
    )
    const isDoubted = sighting.confidence === 'confirmed' && !isRepeated
    const judged: Sighting = {
      ...sighting,
      confidence: isDoubted ? 'likely' : sighting.confidence,
      reason:
        sighting.confidence !== 'confirmed' ? sighting.reason : isRepeated ? SEEN_TWICE : SEEN_ONCE,
    }
    const place = placeOf(exchange, sighting)
    report(context, check.meta, judged, { ...place, seen: answerSeen(exchange) })
    if (judged.confidence === 'confirmed') {
      context.confirmed.add(identityOf(check.meta, judged, place), check.meta)
    }
  }
}

async function readAll(
  context: UnitContext,
  exchange: Exchange,
  counts: boolean,
): Promise<readonly Seen[]> {
  const seen: Seen[] = []
  for (const check of context.checks) {
    if (check.phase !== 'passive' || !(check.appliesTo?.(exchange) ?? true)) continue
    try {
      const sightings = check.run(exchange, context.world.feeds)
      // Nearly all are synchronous, and waiting for each would cost more than some of them.
      if (Symbol.iterator in sightings) {
        for (const sighting of sightings) seen.push({ check, sighting })
      } else {
        for await (const sighting of sightings) seen.push({ check, sighting })
      }
      if (counts) context.out.tallies.ran(check.meta.id)
    } catch (error) {
      context.world.log('check.threw', { check_id: check.meta.id, message: messageOf(error) })
      if (counts) context.out.tallies.threw(check.meta.id, messageOf(error))
    }
  }
  return seen
}

/** Files a further instance of an issue that this scan has already confirmed. */
function isKnown(
  context: UnitContext,
  check: PassiveCheck,
  sighting: Sighting,
  exchange: Exchange,
): boolean {
  const place = placeOf(exchange, sighting)
  const identity = identityOf(check.meta, sighting, place)
  const isConfirmed = context.confirmed.has(identity, check.meta)
  if (isConfirmed) {
    const instance = { ...sighting, reason: SEEN_TWICE }
    context.out.hits.push(toInstance(identity, instance, place, context.mask))
  }
  return isConfirmed
}

/** What an error page says of the site is said by that page alone; what it is, by the page itself. */
const counts = ({ readsErrors }: PassiveCheck, { response }: Exchange, again: Exchange): boolean =>
  again.response.status < ERRORS ||
  (readsErrors === true && again.response.status === response.status)

const isSameIssue = (a: Sighting, b: Sighting): boolean =>
  a.discriminator === b.discriminator && a.parameter === b.parameter

async function askAgain(context: UnitContext, { request }: Exchange): Promise<Exchange | null> {
  try {
    return await context.send({ ...request, url: new URL(request.url) })
  } catch (error) {
    if (isProbeError(error)) return null
    throw error
  }
}
