import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { performance } from 'node:perf_hooks'
import { MISBEHAVIOURS, startHostile, type MisbehaviourName } from '../range/apps/hostile/app.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { startScan, untilEnded } from '../support/e2e-scan.ts'

const BUDGET_S = 5
/** One request's time limit beyond the budget, and what two busy cores take. */
const SLACK_MS = 25_000
const POLITE = [0, 6] as const
/** These use up the time of every check, which the scan must then say. */
const HOLDING: readonly MisbehaviourName[] = [
  'never answers',
  'answers only with headers',
  'drips its body',
  'drips its headers',
]

let instance: Instance
let account: Account
beforeAll(async () => {
  instance = await startInstance()
  account = await instance.account(null)
})
afterAll(() => instance.stop())

// The keys of a literal object are its names.
const names = Object.keys(MISBEHAVIOURS).filter(
  (name): name is MisbehaviourName => name in MISBEHAVIOURS,
)

describe.concurrent('a target that', () => {
  const cases = names.flatMap((name) => POLITE.map((polite) => ({ name, polite })))
  it.each(cases)('$name after $polite answers: the scan ends in time', async ({ name, polite }) => {
    const target = await startHostile(name, polite)
    try {
      const started = performance.now()
      const id = await startScan(instance, account.key, target.url, {
        profile: 'gate',
        max_duration_s: BUDGET_S,
      })
      const scan = await untilEnded(instance, account.key, id, BUDGET_S * 1000 + SLACK_MS)
      const elapsedMs = performance.now() - started
      expect(elapsedMs).toBeLessThan(BUDGET_S * 1000 + SLACK_MS)
      expect(target.requests()).toBeGreaterThan(0)
      expect(['completed', 'target_unreachable']).toContain(scan.error?.code ?? scan.status)
      const isOpen = polite > 0 || !HOLDING.includes(name)
      expect(scan.results?.partial === true || !HOLDING.includes(name)).toBe(true)
      expect(isOpen || scan.status === 'failed').toBe(true)
    } finally {
      await target.close()
    }
  })
})
