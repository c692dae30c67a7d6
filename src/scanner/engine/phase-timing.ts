import type { Input, InputCheck } from '../checks/check.ts'
import { isProbeError, type Exchange, type Send } from '../http/exchange.ts'
import { toInput } from './inputs-place.ts'
import { learn, runInputs, UNIT_ENDED } from './phase-input.ts'
import { runCheck } from './run-check.ts'
import type { UnitContext } from './unit-context.ts'
import type { InputTask, TimingPlan } from './unit.ts'

/** Less than the shortest wait that a timed check asks for: whatever takes this long is looked at. */
const SUSPICIOUS_MS = 800

/**
 * Most pages read no header and no cookie, and waiting for each of them in turn takes most of a scan's
 * time. So all of a page carry the payload at once; only where an answer is slow, each is tested.
 */
export async function runTiming(
  context: UnitContext,
  { together, tasks }: TimingPlan,
): Promise<TimingPlan | null> {
  if (!together) return restOf(await runInputs(context, tasks))
  const isSlow = await anyWaits(context, tasks)
  if (isSlow) return restOf(tasks)
  for (const { checks } of tasks) for (const id of checks) context.out.tallies.ran(id)
  return null
}

const restOf = (tasks: readonly InputTask[]): TimingPlan | null =>
  tasks.length === 0 ? null : { phase: 'timing', together: false, tasks }

/** True when an answer to any of the payloads took long, or the question could not be asked. */
async function anyWaits(context: UnitContext, tasks: readonly InputTask[]): Promise<boolean> {
  const input = inputOfAll(tasks.map(({ point }) => toInput(point)))
  const wanted = new Set(tasks.flatMap(({ checks }) => checks))
  if (input === null) return false
  let waits = false
  const watched: Send = async (request) => {
    const exchange = await context.send(request)
    if (waits || !isSuspicious(exchange)) return exchange
    // A busy host is late now and then; what waits because it was told to waits again.
    const again = await context.send(request)
    waits = isSuspicious(again)
    return again
  }
  const { nonce, world } = context
  try {
    const learned = await learn({ ...context, send: watched }, input)
    for (const check of context.checks) {
      if (!isTimed(check) || !wanted.has(check.meta.id)) continue
      const means = { send: watched, clock: world.clock }
      const { failure } = await runCheck(check.meta, means, (send) =>
        check.run({ ...learned, input, send, nonce, random: world.random }),
      )
      if (failure !== null) return true
    }
  } catch (error) {
    if (!isProbeError(error)) throw error
    return UNIT_ENDED.includes(error.kind) || error.kind === 'timeout'
  }
  return waits
}

const isSuspicious = ({ response }: Exchange): boolean => response.elapsedMs >= SUSPICIOUS_MS

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
