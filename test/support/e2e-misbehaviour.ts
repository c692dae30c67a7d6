import { performance } from 'node:perf_hooks'

import { startHostile, type MisbehaviourName } from '../range/apps/hostile/app.ts'
import type { Service } from './e2e-instance.ts'
import { startScan, untilEnded, type Scan } from './e2e-scan.ts'

export type Survived = Readonly<{
  scan: Scan
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
    const started = performance.now()
    const options = { profile: 'gate', max_duration_s: budget.seconds }
    const id = await startScan(instance, key, hostile.url, options)
    const scan = await untilEnded(instance, key, id, budget.seconds * 1000 + budget.graceMs)
    return {
      scan,
      elapsedMs: performance.now() - started,
      requests: hostile.requests(),
      strayed: hostile.strayed(),
    }
  } finally {
    await hostile.close()
  }
}
