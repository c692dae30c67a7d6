import { MISBEHAVIOUR_NAMES } from '../../test/range/apps/hostile/app.ts'
import { startInstance } from '../../test/support/e2e-instance.ts'
import { watchMemory } from '../../test/support/e2e-memory.ts'
import { survive } from '../../test/support/e2e-misbehaviour.ts'
import type { SoakPart } from './part.ts'

/** Issue 6, "What it must show". */
const GRACE_MS = 30_000
const MOST_MB = 512
const AT_ONCE = 3
const ENDS: ReadonlySet<string> = new Set(['completed', 'target_unreachable'])

/** Every target that misbehaves, from its first answer on and after some polite ones. */
export const soakHostile: SoakPart = async ({ 'hostile-seconds': seconds }) => {
  const wrong: string[] = []
  const waiting = MISBEHAVIOUR_NAMES.flatMap((name) => [0, 6].map((polite) => ({ name, polite })))
  const scans = waiting.length
  let longestMs = 0
  let requests = 0
  let strayed = 0
  const instance = await startInstance()
  const memory = watchMemory(instance)
  try {
    const { key } = await instance.account(null)
    const lane = async (): Promise<void> => {
      for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
        const label = `${target.name}, after ${target.polite}`
        try {
          const end = await survive(instance, key, target, { seconds, graceMs: GRACE_MS })
          longestMs = Math.max(longestMs, end.elapsedMs)
          requests += end.requests
          strayed += end.strayed
          const outcome = end.scan.error?.code ?? end.scan.status
          process.stderr.write(`${label}: ${outcome}, ${Math.round(end.elapsedMs)} ms\n`)
          if (end.strayed > 0) wrong.push(`${label}: ${end.strayed} requests out of scope`)
          if (!ENDS.has(outcome)) wrong.push(`${label}: ended as ${outcome}`)
        } catch (error) {
          wrong.push(`${label}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    const mostMb = Math.round(await memory.stop())
    if (mostMb > MOST_MB) wrong.push(`node and workerd held ${mostMb} MB`)
    const figures = { scans, seconds, longestMs: Math.round(longestMs), requests, strayed, mostMb }
    return { figures, wrong }
  } finally {
    await instance.stop()
  }
}
