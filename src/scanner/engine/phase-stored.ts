import type { StoredCheck } from '../checks/check.ts'
import { shownAfter } from '../checks/support/shown-after.ts'
import { toInput } from './inputs-place.ts'
import { leftUntested, record, UNIT_ENDED } from './outcome.ts'
import { filedAt } from './phase-input.ts'
import { runCheck } from './run-check.ts'
import { report, type UnitContext } from './unit-context.ts'
import type { StoredTask, UnitPlan } from './unit.ts'

/** One after the other: two at once could show each other's values. */
export async function runStored(
  context: UnitContext,
  tasks: readonly StoredTask[],
): Promise<UnitPlan | null> {
  const rest: StoredTask[] = []
  for (const task of tasks) {
    const checks = await runTask(context, task)
    if (checks.length > 0) rest.push({ ...task, checks })
  }
  return rest.length > 0 ? { phase: 'stored', tasks: rest } : null
}

async function runTask(context: UnitContext, task: StoredTask): Promise<readonly string[]> {
  const input = toInput(task.point)
  const checks = context.checks.filter(
    (check): check is StoredCheck =>
      check.phase === 'stored' &&
      task.checks.includes(check.meta.id) &&
      (check.appliesTo?.(input) ?? true),
  )
  const ids = checks.map(({ meta }) => meta.id)
  if (!context.hasTime()) return ids
  const shownAt = { method: 'GET', url: new URL(task.shownAt), headers: new Headers() }
  const { nonce, world, send } = context
  const seenAt = { kind: 'input', point: task.point, shownAt: task.shownAt } as const
  try {
    // The page may have changed since; what it shows now is what the check reads.
    const word = nonce()
    const planted = await send(input.with(word))
    const seen = { seenAt, status: planted.response.status }
    const shown = await send(shownAfter(shownAt, planted))
    if (!shown.response.body.includes(word)) return []
    for (const [index, { meta, run }] of checks.entries()) {
      const done = await runCheck(meta, { send, clock: world.clock }, (counted) =>
        run({ input, shownAt, word, shown, send: counted, nonce, random: world.random }),
      )
      for (const sighting of done.sightings) {
        report(context, meta, sighting, { ...filedAt(input, sighting), seen })
      }
      if (done.failure !== null && UNIT_ENDED.includes(done.failure)) return ids.slice(index)
      record(context, meta.id, done)
    }
    return []
  } catch (error) {
    return leftUntested(context, ids, error)
  }
}
