import type { CoverageItem, Outcome } from '../../report/report.ts'
import { compareText } from '../../report/order.ts'
import type { CheckTally, Hit } from './unit.ts'

/** A thrown message may quote the target; a reason is one line. */
const MESSAGE_CHARS = 200

/** What a reason means, where its name alone does not say it. */
const MEANING: Readonly<Record<string, string>> = {
  tls_unknown:
    'a handshake does not tell it: TLS 1.3 alone encrypts it, or the server did not answer',
  no_page: 'the page did not answer in the browser',
  too_greedy: 'the page asks for more requests than a unit may send',
  uneven: 'its answers came too unevenly for their time to tell',
  masked: 'its request held a secret, which is not kept',
  no_socket: "the platform opens no sockets to this target's address",
}

type Seen = Readonly<{
  hits: readonly Pick<Hit, 'check_id'>[]
  tallies: readonly CheckTally[]
  notRun: readonly Readonly<{ check_id: string; reason: string }>[]
}>

/** What became of one check in the whole scan. A find keeps the note on what was left untested. */
export function judge(checkId: string, seen: Seen): CoverageItem {
  const total = addUp(seen.tallies.filter((tally) => tally.check_id === checkId))
  const leftOut = seen.notRun.find((each) => each.check_id === checkId)?.reason ?? null
  const outcome = outcomeOf({
    hasHits: seen.hits.some((hit) => hit.check_id === checkId),
    threw: total.threw !== null,
    isIncomplete: total.untested.size > 0 || leftOut !== null,
    points: total.points,
  })
  const { points, requests, elapsedMs } = total
  const reason = reasonOf(total, leftOut)
  return { check_id: checkId, outcome, points, requests, elapsed_ms: elapsedMs, reason }
}

/** The first that holds, top to bottom. */
function outcomeOf(seen: {
  hasHits: boolean
  threw: boolean
  isIncomplete: boolean
  points: number
}): Outcome {
  if (seen.hasHits) return 'found'
  if (seen.threw) return 'error'
  if (seen.isIncomplete) return 'not_tested'
  return seen.points > 0 ? 'passed' : 'not_applicable'
}

type Total = Readonly<{
  points: number
  requests: number
  elapsedMs: number
  untested: ReadonlyMap<string, number>
  threw: string | null
}>

function addUp(tallies: readonly CheckTally[]): Total {
  const untested = new Map<string, number>()
  for (const [reason, places] of tallies.flatMap((tally) => Object.entries(tally.untested))) {
    if (places < 1) continue
    untested.set(reason, (untested.get(reason) ?? 0) + places)
  }
  const threw = tallies.flatMap((tally) => tally.threw ?? []).toSorted(compareText)
  return {
    points: tallies.reduce((sum, tally) => sum + tally.points, 0),
    requests: tallies.reduce((sum, tally) => sum + tally.requests, 0),
    elapsedMs: tallies.reduce((sum, tally) => sum + tally.elapsedMs, 0),
    untested,
    threw: threw[0] ?? null,
  }
}

/** `no login; budget (3 places), timeout (1 place)`, the most frequent first. Null: nothing to say. */
function reasonOf(total: Total, leftOut: string | null): string | null {
  const places = [...total.untested]
    .toSorted(([a, m], [b, n]) => n - m || compareText(a, b))
    .map(
      ([reason, count]) =>
        `${MEANING[reason] ?? reason.replaceAll('_', ' ')} (${counted(count, 'place')})`,
    )
    .join(', ')
  const threw = total.threw === null ? null : `error: ${total.threw.slice(0, MESSAGE_CHARS)}`
  return [leftOut, threw, places].filter(Boolean).join('; ') || null
}

export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
