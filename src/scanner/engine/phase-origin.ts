import type { OriginCheck } from '../checks/check.ts'
import { takeBaseline } from '../http/baseline.ts'
import { makeSoft404 } from '../http/soft404.ts'
import { leftUntested, record, UNIT_ENDED } from './outcome.ts'
import { runCheck } from './run-check.ts'
import { askTlsOnce } from './tls-facts.ts'
import { placeOf, report, type UnitContext } from './unit-context.ts'
import type { OriginTask, UnitPlan } from './unit.ts'

/** Runs the origin checks, one after the other, with one model of "not found" per origin. */
export async function runOrigins(
  context: UnitContext,
  tasks: readonly OriginTask[],
): Promise<UnitPlan | null> {
  const rest: OriginTask[] = []
  for (const task of tasks) {
    const checks = await runTask(context, task)
    if (checks.length > 0) rest.push({ origin: task.origin, checks })
  }
  return rest.length > 0 ? { phase: 'origin', tasks: rest } : null
}

async function runTask(context: UnitContext, task: OriginTask): Promise<readonly string[]> {
  const origin = new URL(task.origin)
  const checks = context.checks.filter(
    (check): check is OriginCheck =>
      check.phase === 'origin' &&
      task.checks.includes(check.meta.id) &&
      (check.appliesTo?.(origin) ?? true),
  )
  const ids = checks.map((check) => check.meta.id)
  try {
    const request = { method: 'GET', url: origin, headers: new Headers() }
    const baseline = await takeBaseline(context.send, request)
    const looksMissing = makeSoft404({ send: context.send, nonce: context.nonce })
    const tls = askTlsOnce(context, origin)
    for (const [index, check] of checks.entries()) {
      if (!context.hasTime()) return ids.slice(index)
      const run = await runCheck(
        check.meta,
        { send: context.send, clock: context.world.clock },
        (send) =>
          check.run({
            origin,
            baseline,
            send,
            looksMissing,
            tls,
            nonce: context.nonce,
            random: context.world.random,
          }),
      )
      for (const sighting of run.sightings) {
        const place = placeOf(sighting.evidence.exchange, sighting)
        const seenAt = { kind: 'origin', origin: task.origin } as const
        const { status } = baseline.first.response
        report(context, check.meta, sighting, { ...place, seen: { seenAt, status } })
      }
      if (run.failure !== null && UNIT_ENDED.includes(run.failure)) return ids.slice(index)
      record(context, check.meta.id, run)
    }
    return []
  } catch (error) {
    return leftUntested(context, ids, error)
  }
}
