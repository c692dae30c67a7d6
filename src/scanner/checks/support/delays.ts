import { isBlocked } from '../../http/blocked.ts'
import type { Delay, Sample, Verdict } from '../../http/timing.ts'
import type { InputContext } from '../check.ts'

export type Followed<Payload> = Readonly<{
  payload: Payload
  verdict: Extract<Verdict, { is: 'follows' }>
}>

/**
 * A delay that showed and then did not hold is measured once more: the host may have been busy. After so
 * many it is too busy to tell.
 */
const MOST_UNSTEADY = 2

/** The first payload that makes the target wait as long as it is asked to; null at the first suspect. */
export async function findDelay<Payload>(
  payloads: readonly Payload[],
  delayOf: (payload: Payload) => Delay,
  { baseline, triage, send, random, measure }: InputContext,
): Promise<Followed<Payload> | null> {
  const known = [baseline.first, baseline.second, triage.plain, triage.broken]
  if (isBlocked(baseline.first)) return null
  const bench = { send, random, idleMs: known.map(({ response }) => response.elapsedMs) }
  let unsteady = 0
  for (const payload of payloads) {
    let verdict = await measure(delayOf(payload), bench)
    while (verdict.is === 'unsteady') {
      unsteady += 1
      if (unsteady === MOST_UNSTEADY) return null
      verdict = await measure(delayOf(payload), bench)
    }
    if (verdict.is === 'follows') return { payload, verdict }
    if (verdict.is === 'suspect') return null
  }
  return null
}

/** How amounts are written in payloads: as long for nothing as for the most. */
export const WRITTEN: Readonly<Record<'fraction' | 'whole' | 'rows', (amount: number) => string>> =
  {
    fraction: (ms) => (ms / 1000).toFixed(2),
    whole: (ms) => (ms / 1000).toFixed(0),
    rows: (rows) => String(rows).padStart(9, '0'),
  }

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

/** For a note: what was asked, what was measured. */
export const measured = (samples: readonly Sample[]): string =>
  `asked for ${samples.map(({ askedMs }) => seconds(askedMs)).join(', ')} it took ` +
  `${samples.map(({ excessMs }) => seconds(excessMs)).join(', ')} longer than without`

export const timedReason = ({ isCut, runs }: Followed<unknown>['verdict']): string =>
  isCut
    ? `In ${runs === 1 ? 'one run' : `${runs} runs`} of drawn delays and a control the answers took as long as asked; then the site began to refuse requests.`
    : `In ${runs} runs of drawn delays in random order the answers took as long as asked, and controls of the same length did not.`

/** The answer that was asked to take longest: it shows the delay best. */
export const slowest = (samples: readonly Sample[]): Sample['exchange'] =>
  samples.reduce((most, sample) => (sample.askedMs > most.askedMs ? sample : most)).exchange
