import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MisbehaviourName } from '../range/apps/hostile/app.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { watchMemory } from '../support/e2e-memory.ts'
import { survive } from '../support/e2e-misbehaviour.ts'

const BUDGET_S = 5
/** One request's time limit beyond the budget, and what two busy cores take. */
const SLACK_MS = 25_000
const POLITE = [0, 6] as const
const MOST_MB = 512
/** One of each kind; `npm run soak -- --only hostile` takes them all. */
const NAMES: readonly MisbehaviourName[] = [
  'never answers',
  'answers only with headers',
  'drips its body',
  'drips its headers',
  'redirects for ever',
  'redirects to itself',
  'has 100,000 links',
  'has a new page behind every page',
  'nests its markup',
  'sends a gzip bomb',
  'sends broken gzip',
  'cuts the connection',
  'speaks no HTTP',
]
/** These get past the start of a scan: once is enough. */
const LATER: readonly MisbehaviourName[] = [
  'sends a brotli bomb',
  'sends chunks for ever',
  'floods its headers',
  'resets in mid-body',
  'redirects into private space',
  'names what is elsewhere in every way',
  'has a sitemap that laughs',
  'sends what patterns stumble over',
  'runs a script for ever',
]
/** These use up the time of every check, which the scan must then say. */
const HOLDING: readonly MisbehaviourName[] = [
  'never answers',
  'answers only with headers',
  'drips its body',
  'drips its headers',
]

let instance: Instance
let account: Account
let memory: ReturnType<typeof watchMemory>
beforeAll(async () => {
  instance = await startInstance()
  account = await instance.account(null)
  memory = watchMemory(instance)
})
afterAll(async () => {
  await memory.stop()
  await instance.stop()
})

describe.concurrent('a target that', () => {
  const cases = [
    ...NAMES.flatMap((name) => POLITE.map((polite) => ({ name, polite }))),
    ...LATER.map((name) => ({ name, polite: 2 })),
  ]
  it.each(cases)('$name after $polite answers: the scan ends in time', async (target) => {
    const { name, polite } = target
    const budget = { seconds: BUDGET_S, graceMs: SLACK_MS }
    const { scan, elapsedMs, requests, strayed } = await survive(
      instance,
      account.key,
      target,
      budget,
    )
    expect(elapsedMs).toBeLessThan(BUDGET_S * 1000 + SLACK_MS)
    expect(requests).toBeGreaterThan(0)
    expect(strayed).toBe(0)
    expect(['completed', 'target_unreachable']).toContain(scan.error?.code ?? scan.status)
    const isOpen = polite > 0 || !HOLDING.includes(name)
    expect(scan.results?.partial === true || !HOLDING.includes(name)).toBe(true)
    expect(isOpen || scan.status === 'failed').toBe(true)
  })
})

it('keeps the memory of the runtime within its bound through all of them', async () => {
  expect(await memory.stop()).toBeLessThan(MOST_MB)
})
