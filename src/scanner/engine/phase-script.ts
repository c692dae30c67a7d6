import { LIMITS } from '../../limits.ts'
import { isUnavailable } from '../browser/port.ts'
import type { ScriptCheck } from '../checks/check.ts'
import type { CheckBrowser } from '../checks/check-browser.ts'
import { Allowance } from './allowance.ts'
import { makeCheckBrowser } from './check-browser.ts'
import { record, UNIT_ENDED } from './outcome.ts'
import { runInputs } from './phase-input.ts'
import { factsOf } from './places.ts'
import { runCheck } from './run-check.ts'
import { report, type UnitContext } from './unit-context.ts'
import type { InputTask, PageTask, UnitPlan } from './unit.ts'

/** Runs the checks of what script does with what comes from outside, page by page in one browser. */
export async function runScripts(
  context: UnitContext,
  tasks: readonly PageTask[],
): Promise<UnitPlan | null> {
  const left = await inBrowser(context, async (browser) => {
    const allowance = new Allowance(context.work.maxRequests)
    const undone: PageTask[] = []
    let longestMs = 0
    for (const [at, task] of tasks.entries()) {
      const fromMs = context.workedMs()
      // A check that the unit cuts off runs again from its start: one that will not fit is not begun.
      if (at > 0 && fromMs + longestMs > LIMITS.unitWorkMs) return [...undone, ...tasks.slice(at)]
      const checks = await runTask({ context, allowance, browser }, task)
      if (checks.length > 0) undone.push({ place: task.place, checks })
      longestMs = Math.max(longestMs, context.workedMs() - fromMs)
    }
    return undone
  })
  if (left.kind === 'done') {
    return left.value.length > 0 ? { phase: 'script', tasks: left.value } : null
  }
  for (const { checks } of tasks) {
    for (const id of checks) context.out.tallies.untested(id, left.reason)
  }
  return null
}

/**
 * Runs checks again where they saw something, with a browser that can prove it. Without one what they
 * saw stays as likely as it was.
 */
export async function runConfirm(
  context: UnitContext,
  tasks: readonly InputTask[],
): Promise<UnitPlan | null> {
  const left = await inBrowser(context, ({ visit }) => {
    // What pages ask for is the unit's to count: a check cannot know it beforehand.
    const browser: CheckBrowser = { visit: (_send, where) => visit(context.send, where) }
    return runInputs({ ...context, browser }, tasks)
  })
  return left.kind === 'done' && left.value.length > 0
    ? { phase: 'confirm', tasks: left.value }
    : null
}

type Outcome<T> = Readonly<{ kind: 'done'; value: T } | { kind: 'none'; reason: string }>

async function inBrowser<T>(
  context: UnitContext,
  work: (browser: CheckBrowser) => Promise<T>,
): Promise<Outcome<T>> {
  const session = await context.world.browser.open()
  if (isUnavailable(session)) return { kind: 'none', reason: session.unavailable }
  try {
    return { kind: 'done', value: await work(makeCheckBrowser(context, session)) }
  } finally {
    await session.close()
  }
}

type Means = Readonly<{ context: UnitContext; allowance: Allowance; browser: CheckBrowser }>

/** The checks that the unit had no room or time for. */
async function runTask(
  { context, allowance, browser }: Means,
  task: PageTask,
): Promise<readonly string[]> {
  const page = factsOf(task.place)
  const checks = context.checks.filter(
    (check): check is ScriptCheck =>
      check.phase === 'script' && task.checks.includes(check.meta.id),
  )
  const ids = checks.map(({ meta }) => meta.id)
  const { send, nonce, world } = context
  for (const [index, { meta, run }] of checks.entries()) {
    const share = context.hasTime() ? await allowance.take(meta.maxRequests) : null
    if (share === null) return ids.slice(index)
    const means = { send: allowance.sendWithin(share, send), clock: world.clock }
    const done = await runCheck(meta, means, (counted) =>
      run({ page, browser, send: counted, nonce, random: world.random }),
    )
    allowance.settle(share, done.requests)
    for (const sighting of done.sightings) {
      const seenAt = { kind: 'page', place: task.place } as const
      const { exchange } = sighting.evidence
      report(context, meta, sighting, {
        url: page.url,
        method: 'GET',
        location: sighting.location ?? 'response',
        parameter: sighting.parameter ?? '',
        seen: { seenAt, status: exchange.response.status },
      })
    }
    if (done.failure !== null && UNIT_ENDED.includes(done.failure)) return ids.slice(index)
    record(context, meta.id, done)
  }
  return []
}
