import { describe, expect, it } from 'vitest'

import { onInput, type Check, type CheckMeta } from '../../../src/scanner/checks/check.ts'
import { CHECKS } from '../../../src/scanner/checks/index.ts'
import { runUnit } from '../../../src/scanner/engine/run-unit.ts'
import type { CheckTally, UnitPlan } from '../../../src/scanner/engine/unit.ts'
import { makeWorld, point, workOf } from '../../support/units.ts'

const ANSWER_MS = 2500
const META = { ...CHECKS[0]?.meta, oncePer: 'input' } as CheckMeta

/** A check that asks so often, one after the other, and finds nothing. */
const asks = (id: string, times: number): Check =>
  onInput({
    meta: { ...META, id, maxRequests: times + 8 },
    async *run({ send, input }) {
      for (let index = 0; index < times; index += 1) await send(input.with(`v${index}`))
      yield* []
    },
  })

/** Every answer takes its time, and reads what it is sent. */
function slowWorld(checks: readonly Check[]) {
  let now = 0
  const { world, sent } = makeWorld(({ url }) => ({ body: url.search }), { checks })
  const inFlight = { now: 0, most: 0 }
  return {
    sent,
    inFlight,
    world: {
      ...world,
      clock: { ...world.clock, now: () => now },
      transport: async (...given: Parameters<typeof world.transport>) => {
        inFlight.now += 1
        inFlight.most = Math.max(inFlight.most, inFlight.now)
        await Promise.resolve()
        // Answers that are waited for side by side come side by side.
        now += ANSWER_MS / inFlight.now
        const answer = await world.transport(...given)
        inFlight.now -= 1
        return { ...answer, elapsedMs: ANSWER_MS }
      },
    },
  }
}

/** Runs a plan and what it leaves, unit by unit, to the end. */
async function runAll(first: UnitPlan, checks: readonly Check[]) {
  const { world, inFlight } = slowWorld(checks)
  const tallies: CheckTally[] = []
  const plans: UnitPlan[] = []
  for (let plan: UnitPlan | null = first; plan !== null;) {
    plans.push(plan)
    if (plans.length > 30) throw new Error('it does not end')
    const result: Awaited<ReturnType<typeof runUnit>> = await runUnit(workOf(plan), world)
    tallies.push(...result.tallies)
    plan = result.rest
  }
  return { tallies, plans, inFlight }
}

const onOne = (...checks: readonly string[]): UnitPlan => ({
  phase: 'input',
  tasks: [{ point: point('id'), checks }],
})

describe('a place where every answer takes long', () => {
  it('gets the time of a timed unit, and its checks run side by side there', async () => {
    const checks = ['a.one', 'a.two', 'a.three', 'a.four'].map((id) => asks(id, 12))
    const { tallies, plans, inFlight } = await runAll(
      onOne(...checks.map((c) => c.meta.id)),
      checks,
    )
    const ran = tallies.filter((tally) => tally.points === 1).map((tally) => tally.check_id)
    expect(ran.toSorted()).toEqual(['a.four', 'a.one', 'a.three', 'a.two'])
    expect(plans.map((plan) => 'slow' in plan && plan.slow)).toEqual([false, true])
    expect(inFlight.most).toBeGreaterThan(1)
    expect(inFlight.most).toBeLessThanOrEqual(5)
  })

  it('is given up with its reason where that is not enough, and the next place has its turn', async () => {
    const checks = [asks('a.endless', 70)]
    const plan: UnitPlan = {
      phase: 'input',
      tasks: [
        { point: point('id'), checks: ['a.endless'] },
        { point: point('no'), checks: ['a.endless'] },
      ],
    }
    const { tallies } = await runAll(plan, checks)
    expect(tallies.map(({ points, untested }) => [points, untested])).toEqual([
      [0, { too_slow: 1 }],
      [0, { too_slow: 1 }],
    ])
  })

  it('is not taken for slow when only the unit was short', async () => {
    const checks = [asks('a.short', 1)]
    const { plans } = await runAll(onOne('a.short'), checks)
    expect(plans).toHaveLength(1)
  })
})
