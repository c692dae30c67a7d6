import type { CheckMeta, Sighting } from '../checks/check.ts'
import { isProbeError, type ProbeFailure, type Send } from '../http/exchange.ts'
import type { Clock } from '../ports.ts'

/** What became of one check on one place. `failure` and `threw` say why it did not get to its end. */
export type CheckRun = Readonly<{
  sightings: readonly Sighting[]
  requests: number
  /** From its start to its end, waiting included. */
  elapsedMs: number
  failure: ProbeFailure | null
  threw: string | null
}>

/**
 * Runs one active check on one place. Its sends are counted against meta.maxRequests; whatever it
 * throws becomes part of the answer, so that no check can end a scan.
 */
export async function runCheck(
  meta: Pick<CheckMeta, 'id' | 'maxRequests'>,
  { send, clock }: Readonly<{ send: Send; clock: Pick<Clock, 'now'> }>,
  run: (send: Send) => AsyncIterable<Sighting>,
): Promise<CheckRun> {
  const startedAt = clock.now()
  let requests = 0
  const counted: Send = (request) => {
    if (requests >= meta.maxRequests) {
      throw new Error(`${meta.id} tried to send more than its ${meta.maxRequests} requests`)
    }
    requests += 1
    return send(request)
  }
  const sightings: Sighting[] = []
  const told = () => ({ sightings, requests, elapsedMs: clock.now() - startedAt })
  try {
    for await (const sighting of run(counted)) sightings.push(sighting)
    return { ...told(), failure: null, threw: null }
  } catch (error) {
    if (isProbeError(error)) return { ...told(), failure: error.kind, threw: null }
    return { ...told(), failure: null, threw: messageOf(error) }
  }
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
