import type { Input, InputCheck } from '../checks/check.ts'
import { isProbeError, type ProbeFailure, type Send } from '../http/exchange.ts'
import { toInput } from './inputs-place.ts'
import { learn, runInputs } from './phase-input.ts'
import { runCheck } from './run-check.ts'
import { TOO_SLOW } from './stalled.ts'
import type { UnitContext } from './unit-context.ts'
import type { InputTask, TimingPlan } from './unit.ts'

/** More waits than this in one answer: more inputs of the page wait than a check can tell apart. */
const MANY_WAITS_MS = 6000

/**
 * Most pages read no header and no cookie, and waiting for each of them in turn takes most of a scan's
 * time. So all of a page are one input; only where its delays follow what was asked, each is tested.
 */
export async function runTiming(
  context: UnitContext,
  { together, tasks }: TimingPlan,
): Promise<TimingPlan | null> {
  if (!together) return restOf(await runInputs(context, tasks))
  const { tallies } = context.out
  const found = await askTogether(context, tasks)
  if (found === 'waits') return restOf(tasks)
  if (found === 'aborted' || found === 'budget') return { phase: 'timing', together, tasks }
  for (const id of tasks.flatMap(({ checks }) => checks)) {
    if (found === 'quiet') tallies.ran(id)
    else tallies.untested(id, found === 'unit_time' ? TOO_SLOW : found)
  }
  return null
}

const restOf = (tasks: readonly InputTask[]): TimingPlan | null =>
  tasks.length === 0 ? null : { phase: 'timing', together: false, tasks }

/** `waits`: some of them wait as long as they are told. A failure: that is not known. */
type Found = 'quiet' | 'waits' | ProbeFailure

async function askTogether(context: UnitContext, tasks: readonly InputTask[]): Promise<Found> {
  const input = inputOfAll(tasks.map(({ point }) => toInput(point)))
  const wanted = new Set(tasks.flatMap(({ checks }) => checks))
  if (input === null) return 'quiet'
  let longest = 0
  const send: Send = async (request) => {
    const exchange = await context.send(request)
    longest = Math.max(longest, exchange.response.elapsedMs)
    return exchange
  }
  const { nonce, world } = context
  try {
    const learned = await learn({ ...context, send }, input)
    for (const check of context.checks) {
      if (!isTimed(check) || !wanted.has(check.meta.id)) continue
      const { failure, sightings, threw } = await runCheck(
        check.meta,
        { send, clock: world.clock },
        (counted) => check.run({ ...learned, input, send: counted, nonce, random: world.random }),
      )
      if (failure !== null) return failure
      // A check that throws here does so one by one too, where it is recorded.
      if (sightings.length > 0 || threw !== null || longest > MANY_WAITS_MS) return 'waits'
    }
    return 'quiet'
  } catch (error) {
    if (!isProbeError(error)) throw error
    return error.kind
  }
}

const isTimed = (check: UnitContext['checks'][number]): check is InputCheck =>
  check.phase === 'input' && check.meta.timed === true

/** One input whose `with` puts the payload into all of them. */
function inputOfAll(inputs: readonly Input[]): Input | null {
  const [first] = inputs
  if (first === undefined) return null
  const all = (put: (input: Input) => Headers) => {
    const cookies: string[] = []
    const headers = new Headers()
    for (const [name, value] of inputs.flatMap((input) => [...put(input)])) {
      if (name === 'cookie') cookies.push(value)
      else headers.set(name, value)
    }
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    return { ...first.request, headers }
  }
  return {
    ...first,
    request: all(({ request }) => request.headers),
    with: (payload) => all((input) => input.with(payload).headers),
  }
}
