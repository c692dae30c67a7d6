import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { start } from '../test/range/apps/mall/app.ts'
import { FLAW_LIST, truth, type Flaw } from '../test/range/apps/mall/truth.ts'
import { isExpected, score, type Found } from '../test/range/score.ts'
import { runCli } from '../test/support/e2e-instance.ts'
import { foundIn, Scan } from '../test/support/e2e-scan.ts'
import type { Measured } from './support/result.ts'
import { hasWapiti, runWapiti } from './support/wapiti.ts'

const MOST_MS = 30 * 60_000
/** Issue 6, "What it must show". */
const MOST_TIME = 1 / 3
const LEAST_FOUND = 2

/** A row under each name that it could stand for. */
type Rows = readonly (readonly Found[])[]
type Run = Readonly<{ seconds: number; rows: Rows }>

/**
 * One site of a hundred pages and 300 inputs, scanned by `palisade scan` and by Debian's wapiti: time
 * on the wall from the start of the program to its end, and how many of the planted flaws it told of.
 */
export async function run(): Promise<readonly Measured[]> {
  if (!hasWapiti()) {
    console.log('vs-wapiti: skipped, wapiti is not installed (Debian: apt-get install wapiti)')
    return []
  }
  const ours = await timed(runPalisade)
  const theirs = await timed((url) => runWapiti(url, MOST_MS))
  const told = FLAW_LIST.map((flaw) => [tells(ours.rows, flaw), tells(theirs.rows, flaw)] as const)
  for (const [index, [byUs, byThem]] of told.entries()) print(FLAW_LIST[index], byUs, byThem)
  const [mine, wapitis] = [0, 1].map((at) => told.filter((by) => by[at]).length)
  return [
    {
      name: 'vs-wapiti.time',
      value: ours.seconds,
      floor: theirs.seconds,
      unit: 's',
      limit: { kind: 'most', of: 'ratio', than: MOST_TIME },
    },
    {
      name: 'vs-wapiti.found',
      value: mine ?? 0,
      floor: wapitis ?? 0,
      unit: 'flaws',
      limit: { kind: 'least', of: 'ratio', than: LEAST_FOUND },
    },
    { name: 'vs-wapiti.planted', value: FLAW_LIST.length, floor: null, unit: 'flaws' },
    {
      name: 'vs-wapiti.wrong',
      value: score(truth, ours.rows.flat()).wrong.length,
      floor: null,
      unit: 'rows',
      limit: { kind: 'most', of: 'value', than: 0 },
    },
  ]
}

/** A site of its own for each, so that neither meets what the other left behind. */
async function timed(scan: (url: string) => Promise<Rows>): Promise<Run> {
  const mall = await start()
  try {
    const started = performance.now()
    const rows = await scan(mall.url)
    return { seconds: (performance.now() - started) / 1000, rows }
  } finally {
    await mall.close()
  }
}

/**
 * By the command line, the start of its service included; the deep profile has room for such a site.
 * Without a browser, as wapiti has none.
 */
async function runPalisade(url: string): Promise<Rows> {
  const state = await mkdtemp(join(tmpdir(), 'palisade-race-'))
  try {
    const options = ['--scan-authorized', '--profile', 'deep', '--fail-on', 'never', '--json', '-q']
    const { stdout, stderr } = await runCli(['scan', url, ...options], {
      PALISADE_STATE: state,
      PALISADE_BROWSER: 'off',
    })
    const scan = Scan.parse(JSON.parse(stdout))
    if (scan.status !== 'completed') throw new Error(`the scan failed: ${stderr}`)
    return foundIn(scan).map((found) => [found])
  } finally {
    await rm(state, { recursive: true, force: true })
  }
}

const tells = (rows: Rows, flaw: Flaw): boolean =>
  rows.some((names) => names.some((found) => flaw.some((row) => isExpected(row, found))))

function print(flaw: Flaw | undefined, byUs: boolean, byThem: boolean): void {
  if (flaw === undefined) return
  const [{ check_id, method, path, parameter, cause }] = flaw
  const place = [method, path, parameter].filter((part) => part !== null).join(' ')
  const by = [byUs ? 'palisade' : '', byThem ? 'wapiti' : ''].filter((name) => name !== '')
  console.log(`${check_id.padEnd(18)} ${place.padEnd(32)} ${cause.padEnd(40)} ${by.join(', ')}`)
}
