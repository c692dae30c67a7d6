import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { isEnded, readScan, startScan, untilEnded } from '../support/e2e-scan.ts'
import { serveHttp, type Running } from '../support/loopback-server.ts'
import { until } from '../support/until.ts'

const SCAN_MS = 120_000
const READY_MS = 90_000
/** What units that hang, or keep a slow pace, may delay the others by. */
const DELAY_MS = 1000
const SHARDS = 8
const HANG_S = 30
const HELD = 20
let instance: Instance
let patient: Account
let busy: Account
beforeAll(async () => {
  instance = await startInstance()
  patient = await instance.account(null)
  busy = await instance.account(null)
})
afterAll(() => instance.stop())

type Pit = Running & Readonly<{ held(): number }>

/** Answers `/` with links to pages that never answer, and counts the requests that wait for them. */
async function startPit(): Promise<Pit> {
  let held = 0
  const words = Array.from({ length: 40 }, (_, n) =>
    String.fromCharCode(97 + (n % 20)).repeat(n + 2),
  )
  const links = words.map((word) => `<a href="/${word}">${word}</a>`).join(' ')
  const running = await serveHttp((request, response) => {
    if (request.url === '/') return response.end(`<!doctype html><title>Pit</title>${links}`)
    held += 1
    response.once('close', () => (held -= 1))
    return response
  })
  // A host of its own: in-flight shares are by host, and waiting for them is not what is measured.
  return { ...running, origin: running.origin.replace('127.0.0.1', 'localhost'), held: () => held }
}

/** The longest time in which a scan of a small site asks it nothing, from its start on. */
async function longestPauseMs(): Promise<number> {
  const app = await startTiny()
  try {
    const started = performance.now()
    const id = await startScan(instance, busy.key, app.url)
    expect((await untilEnded(instance, busy.key, id, SCAN_MS)).status).toBe('completed')
    const times = [started, ...app.stats().hits.map(({ at }) => at)]
    return Math.max(...times.map((at, index) => at - (times[index - 1] ?? at)))
  } finally {
    await app.close()
  }
}

/** As many scans as take every shard: each has more units than there are shards. */
async function longestPausesMs(): Promise<readonly number[]> {
  const pauses: number[] = []
  while (pauses.length < 3) pauses.push(await longestPauseMs())
  return pauses
}

async function abort(id: string): Promise<void> {
  const path = `/api/scan/${id}/abort`
  const reply = await instance.api('POST', path, undefined, { key: patient.key })
  expect(reply.status).toBe(200)
}

describe('a scan beside others', () => {
  it('is not held up by more units that hang than there are shards', async () => {
    const undisturbed = Math.max(...(await longestPausesMs()))
    const pits = await Promise.all([startPit(), startPit(), startPit()])
    try {
      const started = pits.map((pit) =>
        startScan(instance, patient.key, `${pit.origin}/`, { max_duration_s: HANG_S }),
      )
      const ids = await Promise.all(started)
      // Four units of each scan are out now: they hang, or wait for those to free their host.
      await until(
        () => pits.reduce((sum, pit) => sum + pit.held(), 0) >= HELD,
        READY_MS,
        'none hangs',
      )
      const disturbed = await longestPausesMs()
      for (const id of ids) {
        expect(isEnded(await readScan(instance, patient.key, id))).toBe(false)
      }
      expect(Math.max(...disturbed)).toBeLessThan(undisturbed + DELAY_MS)
      await Promise.all(ids.map(abort))
    } finally {
      await Promise.all(pits.map((pit) => pit.stop()))
    }
  })

  it('is not held up by scans that keep a slow pace, nor these by each other', async () => {
    const undisturbed = Math.max(...(await longestPausesMs()))
    const apps = await Promise.all(Array.from({ length: SHARDS + 2 }, () => startTiny()))
    try {
      const ids = await Promise.all(
        apps.map((app, index) =>
          startScan(instance, patient.key, app.url, {
            request_delay_ms: index < SHARDS ? 500 : 2000,
          }),
        ),
      )
      const disturbed = await longestPausesMs()
      expect(Math.max(...disturbed)).toBeLessThan(undisturbed + DELAY_MS)
      await until(
        () => apps.every((app) => app.stats().requests > 1),
        READY_MS,
        'a slow scan stands still',
      )
      await Promise.all(ids.map(abort))
    } finally {
      await Promise.all(apps.map((app) => app.close()))
    }
  })
})
