import { afterAll, describe, expect, it } from 'vitest'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import type { Hit } from '../range/kit/app.ts'
import { openAccount } from '../support/e2e-instance.ts'
import { startScan, untilEnded } from '../support/e2e-scan.ts'
import { hurryOf, LATE_MS } from '../support/hurry.ts'

const SCAN_MS = 100_000

const tiny = await startTiny()
const { instance, account } = await openAccount()
afterAll(() => tiny.close())

/** Scans to the end and gives what the target was asked for by that scan, in order. */
async function hitsOfScan(options: Readonly<Record<string, unknown>>): Promise<readonly Hit[]> {
  const id = await startScan(instance, account.key, tiny.url, { profile: 'gate', ...options })
  const scan = await untilEnded(instance, account.key, id, SCAN_MS)
  expect(scan.status).toBe('completed')
  return tiny.stats().hits.filter((hit) => hit.scan === id)
}

const gapsOf = (hits: readonly Hit[]): readonly number[] =>
  hits.slice(1).map((hit, index) => hit.at - (hits[index]?.at ?? 0))
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

describe('hurry', () => {
  const at = (...times: readonly number[]): Hit[] =>
    times.map((time) => ({ at: time, method: 'GET', path: '/', url: '/', scan: '' }))
  it.each([
    { name: 'on schedule', hits: at(0, 200, 400, 600), hurry: 0 },
    { name: 'slower', hits: at(0, 300, 700), hurry: 0 },
    { name: 'one late arrival', hits: at(0, 280, 400, 600), hurry: 80 },
    { name: 'two at once', hits: at(0, 200, 200, 400), hurry: 200 },
    {
      name: 'a little fast for long',
      hits: at(...Array.from({ length: 21 }, (_, i) => i * 190)),
      hurry: 200,
    },
  ])('is $hurry ms: $name', ({ hits, hurry }) => {
    expect(hurryOf(hits, 200)).toBe(hurry)
  })
})

describe.concurrent('the pace at the target', () => {
  it('is the delay that was asked for, start to start, over all units', async () => {
    const hits = await hitsOfScan({ request_delay_ms: 200, max_requests: 60 })
    expect(hits.length).toBeGreaterThan(40)
    expect(hurryOf(hits, 200)).toBeLessThan(LATE_MS)
  })
  it('is half a second, give or take a fifth, when cautious', async () => {
    const hits = await hitsOfScan({ scan_speed: 'cautious', max_requests: 30 })
    const gaps = gapsOf(hits)
    expect(hits.length).toBeGreaterThan(20)
    expect(hurryOf(hits, 400)).toBeLessThan(LATE_MS)
    expect(mean(gaps)).toBeGreaterThan(450)
    // Spacing that is drawn anew each time, not one number.
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(50)
  })
  it('has no pause at normal speed', async () => {
    expect(mean(gapsOf(await hitsOfScan({})))).toBeLessThan(200)
  })
})
