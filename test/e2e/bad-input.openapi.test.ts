import { expect, it } from 'vitest'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { complaintsAbout, sendGenerated, shareAdmitted } from '../support/e2e-generated.ts'
import { startInstance } from '../support/e2e-instance.ts'
import { countScans } from '../support/e2e-many.ts'

// About fifty for each operation: few of them start a scan.
const REQUESTS = 1700
const SEED = 20_261_120

it(`makes sense of ${REQUESTS} requests made up from its description`, async () => {
  const app = await startTiny()
  const instance = await startInstance()
  try {
    const { key } = await instance.account(null)
    const outcome = await sendGenerated(instance, key, {
      target: app.url,
      count: REQUESTS,
      seed: SEED,
    })
    expect(complaintsAbout(outcome)).toEqual([])
    expect(outcome.answers).toHaveLength(REQUESTS)
    expect(shareAdmitted(outcome)).toBeGreaterThanOrEqual(0.9)
    const reached = new Set(outcome.answers.map(({ generated }) => generated.operation.id))
    expect(reached.size).toBe(outcome.operations.length)
    const accepted = outcome.answers.filter(({ reply }) => reply.status === 202)
    expect(accepted.length).toBeGreaterThan(20)
    expect(await countScans(instance, key, '')).toBe(outcome.scans)
  } finally {
    await instance.stop()
    await app.close()
  }
})
