import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { get, type Reply } from '../test/range/kit/app.ts'
import { encode, html, text } from '../test/range/kit/html.ts'
import { serve } from '../test/range/kit/listen.ts'
import { seeded } from '../test/range/kit/seeded.ts'
import { startInstance } from '../test/support/e2e-instance.ts'
import { coverageOf, issuesOf, startScan, untilEnded } from '../test/support/e2e-scan.ts'

const HELP = `Scans sites that are slow at random, and counts what the checks that measure time report there.

  npm run soak:timing -- [--runs 20] [--at-once 5] [--seed 1]

Each site has a loopback address of its own, so that no scan waits for another. Any finding is wrong.`

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

const MOST_SLOW_MS = 3000
const SCAN_MS = 20 * 60_000
/** Sites on which nothing could be measured prove nothing. */
const LEAST_TESTED = 0.8
const TIMED = ['sqli.time', 'cmdi.time']
/** How a site is slow; drawn anew for each answer. */
const MOODS: readonly ((draw: () => number, value: string) => number)[] = [
  (draw) => draw() * MOST_SLOW_MS,
  (draw) => (draw() < 0.3 ? MOST_SLOW_MS * draw() : 20),
  (draw) => Math.min(MOST_SLOW_MS, -Math.log(1 - draw()) * 600),
  (draw, value) => Math.min(MOST_SLOW_MS, value.length * 15 + draw() * 1000),
]

/** A site with one parameter, slow in one of the ways. */
function startSlow(host: string, seed: number) {
  const draw = seeded(seed)
  const mood = MOODS[seed % MOODS.length] ?? (() => 0)
  const answer = async (value: string): Promise<Reply> => {
    await wait(mood(draw, value))
    return html(`<!doctype html><title>Find</title><p>Nothing for ${encode(value)}.</p>`)
  }
  const routes = [
    get('/', () => html('<!doctype html><title>Home</title><a href="/find?q=lamp">Find</a>')),
    get('/find', ({ query }) => answer(query.get('q') ?? '')),
  ]
  return serve({ routes, fallback: () => text('Not found', 404) }, { host })
}

async function soak(runs: number, atOnce: number, seed: number): Promise<boolean> {
  const instance = await startInstance()
  const wrong: string[] = []
  const started = performance.now()
  let tested = 0
  try {
    const { key } = await instance.account(null)
    let next = 0
    const lane = async (nth: number): Promise<void> => {
      for (let run = next++; run < runs; run = next++) {
        const app = await startSlow(`127.0.0.${nth + 2}`, seed + run)
        try {
          const id = await startScan(instance, key, app.url)
          const scan = await untilEnded(instance, key, id, SCAN_MS)
          const found = issuesOf(scan).filter((row) => TIMED.includes(row.check_id))
          wrong.push(...found.map((row) => `run ${run}: ${row.check_id} at ${row.url}`))
          const efforts = await coverageOf(instance, key, id)
          const requests = TIMED.map((check) => efforts.get(check)?.requests ?? 0)
          if (scan.status !== 'completed') wrong.push(`run ${run}: ${scan.status}`)
          // Where idle answers vary by more than a second, the checks decline to measure.
          if (requests.every((count) => count > 0)) tested += 1
          console.log(`run ${run}: ${found.length} reported, ${requests.join(' and ')} requests`)
        } finally {
          await app.close()
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, (_, nth) => lane(nth)))
  } finally {
    await instance.stop()
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${tested} of ${runs} runs tested in ${seconds} s, ${wrong.length} wrong`)
  for (const line of wrong) console.log(line)
  return wrong.length === 0 && tested >= runs * LEAST_TESTED
}

if (values.help) console.log(HELP)
else {
  const numbers = [values.runs, values['at-once'], values.seed].map(Number)
  const [runs = 0, atOnce = 0, seed = 0] = numbers
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) {
    process.exitCode = (await soak(runs, atOnce, seed)) ? 0 : 1
  } else {
    console.error('soak:timing: --runs, --at-once and --seed are whole numbers from 1')
    process.exitCode = 2
  }
}
