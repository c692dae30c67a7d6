import { env } from 'cloudflare:workers'
import { beforeAll, expect, inject, it } from 'vitest'

import { enterLocalMode } from '../../src/runtime.ts'
import { FAULT_NAMES, type Fault } from './support/fault-kinds.ts'
import { scanWithFaults, type Ended } from './support/faults.ts'
import { newCaller, type Caller } from './support/service.ts'

// The target is on loopback, which the guard allows in local mode alone.
enterLocalMode()

const SEEDS = Array.from({ length: inject('faultSeeds') }, (_, index) => index + 1)
const struck = new Set<Fault>()
let caller: Caller
let calm: Ended

beforeAll(async () => {
  caller = await newCaller()
  calm = (await scanWithFaults(caller, env.TARGET, null)).ended
})

it('a calm scan completes whole', () => {
  expect(calm).toMatchObject({ status: 'completed', partial: false })
  expect(calm.fingerprints.length).toBeGreaterThan(20)
})

it.each(SEEDS)(
  'messages lost, repeated and late, objects killed: the same report (seed %i)',
  async (seed) => {
    const { ended, faults } = await scanWithFaults(caller, env.TARGET, seed)
    for (const name of FAULT_NAMES) if (faults[name] > 0) struck.add(name)
    // Failed with a reason would do as well; completed with another report never.
    expect(ended).toEqual(
      ended.status === 'failed' ? { ...ended, error: 'deadline_exceeded' } : calm,
    )
  },
)

it('every kind of fault has struck', () => {
  expect(FAULT_NAMES.filter((name) => !struck.has(name))).toEqual([])
})
