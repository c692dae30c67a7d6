import { performance } from 'node:perf_hooks'
import { setTimeout as after } from 'node:timers/promises'

import { afterAll, describe, expect, it } from 'vitest'

import { openAccount } from '../support/e2e-instance.ts'
import { isEnded, readScan, startScan, untilEnded } from '../support/e2e-scan.ts'
import { hurryOf, LATE_MS } from '../support/hurry.ts'
import { PLAIN_PAGE, startTarget, type Arrival, type Target } from '../support/e2e-target.ts'

const SCAN_MS = 100_000
const ABORT_MS = 6000

const targets: Target[] = []
// Without a browser: what a page loads there comes in bursts, as its visitors' browsers ask for it.
const { instance, account } = await openAccount()
afterAll(() => Promise.all(targets.map((target) => target.close())))

type Options = Readonly<Record<string, unknown>>

async function open(answer: Parameters<typeof startTarget>[0]): Promise<Target> {
  const target = await startTarget(answer)
  targets.push(target)
  return target
}

/** Scans to the end and gives what arrived of that scan, in order. */
async function scanned(target: Target, options: Options): Promise<readonly Arrival[]> {
  const id = await startScan(instance, account.key, target.url, options)
  const scan = await untilEnded(instance, account.key, id, SCAN_MS)
  expect(scan.status).toBe('completed')
  return target.of(id)
}

const gapsOf = (arrivals: readonly Arrival[]): readonly number[] =>
  arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0))
const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

describe.concurrent('the target sees', () => {
  it('the delay that was asked for, over all units', async () => {
    const target = await open((response) => response.end(PLAIN_PAGE))
    const arrivals = await scanned(target, { request_delay_ms: 500, max_requests: 30 })
    const median = medianOf(gapsOf(arrivals))
    expect(arrivals.length).toBe(30)
    expect(median).toBeGreaterThanOrEqual(500 - LATE_MS / 10)
    expect(median).toBeLessThanOrEqual(650)
    expect(hurryOf(arrivals, 500)).toBeLessThan(LATE_MS)
  })

  it('one request at a time when stealthy, however long its answers take', async () => {
    // Longer than the longest delay of this speed: whoever does not wait for an answer shows.
    const target = await open((response) => void after(4500).then(() => response.end(PLAIN_PAGE)))
    const arrivals = await scanned(target, { scan_speed: 'stealth', max_requests: 4 })
    expect(arrivals.length).toBe(4)
    expect(Math.max(...arrivals.map(({ underWay }) => underWay))).toBe(1)
  })

  it('who asks, for which scan, and the headers of the user in every request', async () => {
    const target = await open((response) => response.end(PLAIN_PAGE))
    const custom_headers = { 'X-Pass': 'let me in', Accept: 'text/x-own' }
    const arrivals = await scanned(target, { profile: 'gate', custom_headers })
    // A check may put its payload where a header of ours stands; in all else that is left alone.
    const own = arrivals.filter(({ headers }) => headers['user-agent']?.startsWith('Palisade/'))
    expect(arrivals.length).toBeGreaterThan(100)
    expect(own.length / arrivals.length).toBeGreaterThan(0.7)
    expect(arrivals.filter(({ headers }) => headers['x-pass'] !== 'let me in')).toEqual([])
    expect(own.filter(({ headers }) => headers.accept !== 'text/x-own')).toEqual([])
    expect(target.arrivals.length).toBe(arrivals.length)
  })

  it('a pause after a refusal that asks for one, by all units', async () => {
    let closedUntil = 0
    const target = await open((response, { at }) => {
      if (target.arrivals.length === 60) closedUntil = at + 6000
      const leftMs = closedUntil - at
      if (leftMs <= 0) response.end(PLAIN_PAGE)
      else response.writeHead(429, { 'retry-after': `${Math.ceil(leftMs / 1000)}` }).end()
    })
    const arrivals = await scanned(target, { profile: 'gate', max_requests: 300 })
    const refused = arrivals.filter(({ at }) => at < closedUntil && at >= closedUntil - 6000)
    // No more than what was under way: four units of five.
    expect(refused.length).toBeLessThanOrEqual(20)
    expect(arrivals.filter(({ at }) => at >= closedUntil).length).toBeGreaterThan(100)
  })

  it('larger gaps while it refuses without saying for how long', async () => {
    const target = await open((response) => {
      const isBusy = target.arrivals.length > 5
      response.writeHead(isBusy ? 503 : 200, { 'content-type': 'text/html' }).end(PLAIN_PAGE)
    })
    const options = { profile: 'gate', max_requests: 60, max_duration_s: 16 }
    const arrivals = await scanned(target, options)
    const first = arrivals[5]?.at ?? 0
    const within = (ms: number): number => arrivals.filter(({ at }) => at - first < ms).length
    expect(within(16_000)).toBeLessThan(60)
    expect(within(16_000) - within(8000)).toBeLessThan(within(8000))
  })

  it('nothing new six seconds after an abort', async () => {
    const target = await open((response, { url }) => {
      response.end(`<a href="${url}/on?a=1">on</a><a href="${url}/off?b=2">off</a>`)
    })
    const id = await startScan(instance, account.key, target.url, {})
    const end = performance.now() + SCAN_MS
    while (target.arrivals.length < 50 && performance.now() < end) await after(50)
    const reply = await instance.api('POST', `/api/scan/${id}/abort`, {}, { key: account.key })
    const abortedAt = performance.now()
    expect(reply.status).toBe(200)
    await after(ABORT_MS * 1.5)
    expect(isEnded(await readScan(instance, account.key, id))).toBe(true)
    expect(target.of(id).filter(({ at }) => at > abortedAt + ABORT_MS)).toEqual([])
    expect(target.of(id).length).toBeGreaterThanOrEqual(50)
  })
})
