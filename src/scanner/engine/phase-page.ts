import type { PageCheck } from '../checks/check.ts'
import { takeBaseline } from '../http/baseline.ts'
import { makeSoft404 } from '../http/soft404.ts'
import { Allowance, pool } from './allowance.ts'
import { leftUntested, record, UNIT_ENDED } from './outcome.ts'
import { factsOf } from './places.ts'
import { runCheck } from './run-check.ts'
import { placeOf, report, type UnitContext } from './unit-context.ts'
import type { PageTask, UnitPlan } from './unit.ts'

const BASELINE_REQUESTS = 2
/** As for inputs: what a check is held to send when it starts. */
const EXPECTED_REQUESTS = 8

/** Runs the page checks on their places, with one model of "not found" for the unit. */
export async function runPages(
  context: UnitContext,
  tasks: readonly PageTask[],
): Promise<UnitPlan | null> {
  const allowance = new Allowance(context.work.maxRequests)
  const looksMissing = makeSoft404({ send: context.send, nonce: context.nonce })
  const left: (PageTask | null)[] = tasks.map(() => null)
  await pool(tasks, context.work.maxInFlight, async (task, index) => {
    const checks = await runTask({ context, allowance, looksMissing }, task)
    if (checks.length > 0) left[index] = { place: task.place, checks }
  })
  const rest = left.filter((task) => task !== null)
  return rest.length > 0 ? { phase: 'page', tasks: rest } : null
}

type Means = Readonly<{
  context: UnitContext
  allowance: Allowance
  looksMissing: ReturnType<typeof makeSoft404>
}>

async function runTask(
  { context, allowance, looksMissing }: Means,
  task: PageTask,
): Promise<readonly string[]> {
  const page = factsOf(task.place)
  const checks = context.checks.filter(
    (check): check is PageCheck =>
      check.phase === 'page' &&
      task.checks.includes(check.meta.id) &&
      (check.appliesTo?.(page) ?? true),
  )
  const ids = checks.map(({ meta }) => meta.id)
  if (checks.length === 0) return []
  const toLearn = context.hasTime() ? await allowance.take(BASELINE_REQUESTS) : null
  if (toLearn === null) return ids
  const { send, nonce, world } = context
  try {
    const request = { method: 'GET', url: page.url, headers: new Headers() }
    const baseline = await takeBaseline(send, request).finally(() =>
      allowance.settle(toLearn, BASELINE_REQUESTS),
    )
    for (const [index, { meta, run }] of checks.entries()) {
      const expected = Math.min(meta.maxRequests, EXPECTED_REQUESTS)
      const share = context.hasTime() ? await allowance.take(expected, meta.maxRequests) : null
      if (share === null) return ids.slice(index)
      const means = { send: allowance.sendWithin(share, send), clock: world.clock }
      const done = await runCheck(meta, means, (counted) =>
        run({ page, baseline, send: counted, looksMissing, nonce, random: world.random }),
      )
      allowance.settle(share, done.requests)
      for (const sighting of done.sightings) {
        const place = placeOf(sighting.evidence.exchange, sighting)
        const seenAt = { kind: 'page', place: task.place } as const
        const { status } = baseline.first.response
        report(context, meta, sighting, { ...place, seen: { seenAt, status } })
      }
      if (done.failure !== null && UNIT_ENDED.includes(done.failure)) return ids.slice(index)
      record(context, meta.id, done)
    }
    return []
  } catch (error) {
    return leftUntested(context, ids, error)
  }
}
