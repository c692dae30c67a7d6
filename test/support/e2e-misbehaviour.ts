import { performance } from 'node:perf_hooks'

import { LIMITS } from '../../src/limits.ts'
import { startHostile, type MisbehaviourName } from '../range/apps/hostile/app.ts'
import type { Service } from './e2e-instance.ts'
import { startScan, untilEnded, type Scan } from './e2e-scan.ts'

export type Survived = Readonly<{
  scan: Scan
  /** From the first request on: what a scan waits for others is no time of its own. */
  elapsedMs: number
  requests: number
  /** What came to a server that no scan may ask. */
  strayed: number
}>

/** Scans a target that misbehaves after so many harmless answers; throws when it takes too long. */
export async function survive(
  instance: Service,
  key: string,
  target: Readonly<{ name: MisbehaviourName; polite: number }>,
  budget: Readonly<{ seconds: number; graceMs: number }>,
): Promise<Survived> {
  const hostile = await startHostile(target.name, target.polite)
  try {
    const options = { profile: 'gate', max_duration_s: budget.seconds }
    const id = await startScan(instance, key, hostile.url, options)
    const longestMs = LIMITS.queueWaitMs + budget.seconds * 1000 + budget.graceMs
    const scan = await untilEnded(instance, key, id, longestMs)
    return {
      scan,
      elapsedMs: performance.now() - hostile.firstAt(),
      requests: hostile.requests(),
      strayed: hostile.strayed(),
    }
  } finally {
    await hostile.close()
  }
}
