import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { startInstance, type Instance } from '../support/e2e-instance.ts'
import { coverageOf, fingerprintsOf, foundIn, issuesOf, toFound } from '../support/e2e-scan.ts'
import { startScan, untilEnded, type Scan } from '../support/e2e-scan.ts'
import { APPS, type Entry } from './apps.ts'
import { printScoreboard, type AppResult } from './scoreboard.ts'
import { precision, recall, score, sum, type Found } from './score.ts'

const LEAST_PRECISION = 1
const LEAST_RECALL = 0.95
/** The time budget of a standard scan. */
const SCAN_MS = 60 * 60_000

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    app: { type: 'string', multiple: true },
    /** Scans side by side: timed checks wait most of the time. */
    'at-once': { type: 'string', default: '3' },
    /** Scans of each app; all must give the same fingerprints. */
    times: { type: 'string', default: '1' },
  },
})
const chosen = APPS.filter(({ name }) => values.app?.includes(name) ?? true)

async function scanApp(instance: Instance, key: string, entry: Entry): Promise<AppResult> {
  const app = await entry.start()
  try {
    const started = performance.now()
    const id = await startScan(instance, key, app.url, entry.options)
    const scan = await untilEnded(instance, key, id, SCAN_MS)
    const seconds = (performance.now() - started) / 1000
    if (scan.status !== 'completed') {
      throw new Error(`the scan of ${entry.name} failed: ${scan.error?.code ?? 'no reason given'}`)
    }
    const found = foundIn(scan)
    const stats = app.stats()
    return {
      app: entry.name,
      truth: entry.truth,
      found,
      score: score(entry.truth, found),
      seconds,
      requests: stats.requests,
      dangerous: stats.dangerous,
      stateChanging: stats.stateChanging,
      differing: await differing({ instance, key, entry }, app.url, scan),
      efforts: await coverageOf(instance, key, id),
    }
  } finally {
    await app.close()
  }
}

type Lane = Readonly<{ instance: Instance; key: string; entry: Entry }>

/** Scans the app again as often as it was asked for; answers the rows that not every scan had. */
async function differing(
  { instance, key, entry }: Lane,
  url: string,
  first: Scan,
): Promise<readonly Found[]> {
  const scans = [first]
  while (scans.length < Number(values.times)) {
    const id = await startScan(instance, key, url, entry.options)
    scans.push(await untilEnded(instance, key, id, SCAN_MS))
  }
  const rows = new Map(scans.flatMap(issuesOf).map((row) => [row.fingerprint, row]))
  const known = scans.map((scan) => new Set(fingerprintsOf(scan)))
  return [...rows]
    .filter(([fingerprint]) => !known.every((fingerprints) => fingerprints.has(fingerprint)))
    .map(([, row]) => toFound(row))
}

const orderOf = (name: string): number => APPS.findIndex((entry) => entry.name === name)

const instance = await startInstance()
const results: AppResult[] = []
try {
  const { key } = await instance.account(null)
  const waiting = [...chosen]
  const lane = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      const result = await scanApp(instance, key, entry)
      results.push(result)
      process.stderr.write(`${entry.name}: ${result.seconds.toFixed(1)} s\n`)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Number(values['at-once'])) }, lane))
  results.sort((a, b) => orderOf(a.app) - orderOf(b.app))
} finally {
  await instance.stop()
}

const total = sum(results.map((result) => result.score))
const passed =
  results.length > 0 &&
  precision(total) >= LEAST_PRECISION &&
  recall(total) >= LEAST_RECALL &&
  results.every(({ dangerous, differing: rows }) => dangerous === 0 && rows.length === 0)
printScoreboard(results, total, passed, values.json)
process.exitCode = passed ? 0 : 1
