import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { countScans, mostAtOnce, startMany, untilRunning, without } from '../support/e2e-many.ts'
import { fingerprintsOf, readScan, startScan, untilEnded } from '../support/e2e-scan.ts'

const SCANS = 200
const KILLED = 12
/** Ends what hangs; nothing is judged by it. */
const ALL_MS = 600_000
const ONE_MS = 120_000
/** What is counted here are scans, not requests: 40 for each of the many, 220 where they must last. */
const SHORT = { ...without('abcdefghijklmnopqrstuvwxyz'), profile: 'gate' }
const LONG = without('abcdefgijklmnopqrstuvwxyz')

const app = await startTiny()
let instance: Instance
let account: Account
beforeAll(async () => {
  instance = await startInstance()
})
beforeEach(async () => {
  account = await instance.account(null)
})
afterAll(() => Promise.all([instance.stop(), app.close()]))

/** What one scan alone finds, and how many requests it takes. */
async function reference(options: typeof LONG) {
  const id = await startScan(instance, account.key, app.url, options)
  const scan = await untilEnded(instance, account.key, id, ONE_MS)
  expect(scan.status).toBe('completed')
  expect(fingerprintsOf(scan).length).toBeGreaterThan(2)
  return { fingerprints: fingerprintsOf(scan), requests: hitsOf([id]).length }
}
const hitsOf = (ids: readonly string[]) => {
  const wanted = new Set(ids)
  return app.stats().hits.filter((hit) => wanted.has(hit.scan))
}

async function expectEach(ids: readonly string[], fingerprints: readonly string[]) {
  for (const id of ids) {
    const scan = await readScan(instance, account.key, id)
    expect(scan).toMatchObject({ id, status: 'completed', results: { partial: false } })
    expect(fingerprintsOf(scan)).toEqual(fingerprints)
  }
}

describe('many scans through one instance', () => {
  it(`ends each of ${SCANS}, none twice, several at a time`, { timeout: ALL_MS }, async () => {
    const { fingerprints, requests } = await reference(SHORT)
    const ids = await startMany(instance, account.key, app.url, SCANS, SHORT)
    await untilRunning(instance, account.key, 0, ALL_MS)
    expect(await countScans(instance, account.key, 'completed')).toBe(SCANS + 1)
    await expectEach(ids, fingerprints)
    const hits = hitsOf(ids)
    expect(mostAtOnce(hits)).toBeGreaterThanOrEqual(4)
    // Work that is done twice would show here, even where its findings fold into one.
    expect(hits.length).toBeLessThanOrEqual(SCANS * requests * 1.02)
  })

  it('ends those that a kill -9 found running', { timeout: ALL_MS }, async () => {
    const { fingerprints } = await reference(LONG)
    const ids = await startMany(instance, account.key, app.url, KILLED, LONG)
    await untilRunning(instance, account.key, KILLED / 2, ALL_MS)
    await instance.kill9()
    await instance.restart()
    expect(await countScans(instance, account.key, 'running')).toBeGreaterThan(0)
    await untilRunning(instance, account.key, 0, ALL_MS)
    expect(await countScans(instance, account.key, 'completed')).toBe(KILLED + 1)
    expect(await countScans(instance, account.key, '')).toBe(KILLED + 1)
    await expectEach(ids, fingerprints)
  })
})
