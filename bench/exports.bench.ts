import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { NO_CONTEXT } from '../src/exporters/document/context.ts'
import { PARTS } from '../src/exporters/parts.ts'
import { TEXT_EXPORTERS } from '../src/exporters/text-formats.ts'
import { zipOf, type ArchivedFile } from '../src/exporters/zip.ts'
import type { Report } from '../src/report/report.ts'
import { packagedFonts } from '../test/support/fonts.ts'
import { reportFixture } from '../test/support/report-fixture.ts'
import type { Measured } from './support/result.ts'
import type { Streamed } from './workers/csv-stream.ts'

const FINDINGS = 1000
const MOST_CPU_MS = 200
const RUNS = 7
const MILLION = 1_000_000
const MOST_MB = 128

/** CPU of each format for 1,000 findings; speed and memory of a CSV of a million, scan by scan. */
export async function run(): Promise<readonly Measured[]> {
  const report = reportFixture(FINDINGS)
  const formats = TEXT_EXPORTERS.map(({ name, render }): Measured => ({
    name: `exports.${name}.cpu`,
    value: bestCpuMs(() => render(report)),
    floor: MOST_CPU_MS,
    unit: 'ms',
    limit: { kind: 'most', of: 'value', than: MOST_CPU_MS },
  }))
  return [...formats, await measureArchive(report), ...measureStream()]
}

/** The archive of files that are there: each is made once, whoever asks for it. */
async function measureArchive(report: Report): Promise<Measured> {
  const { source } = packagedFonts()
  const files: ArchivedFile[] = []
  for (const { extension, make } of PARTS) {
    files.push({ extension, bytes: await make({ report, context: NO_CONTEXT }, {}, source) })
  }
  return {
    name: 'exports.zip.cpu',
    value: bestCpuMs(() => zipOf(report, files)),
    floor: MOST_CPU_MS,
    unit: 'ms',
    limit: { kind: 'most', of: 'value', than: MOST_CPU_MS },
  }
}

/** The best of some runs: what the machine does beside it only adds. */
function bestCpuMs(task: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage()
    task()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

/** In a process of its own with the heap of a Worker, where a stream that hoards would die. */
function measureStream(): readonly Measured[] {
  const script = join(import.meta.dirname, 'workers/csv-stream.ts')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=48', '--max-semi-space-size=4', script, String(MILLION / FINDINGS)],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The stream ended with ${status}: ${stderr}`)
  const { rows, rssMb, cpuS, sizeMb }: Streamed = JSON.parse(stdout)
  if (rows <= MILLION) throw new Error(`The stream had ${rows} rows`)
  const limit = { kind: 'most', of: 'value', than: MOST_MB } as const
  return [
    { name: 'exports.csv.million.rss', value: rssMb, floor: MOST_MB, unit: 'MB', limit },
    { name: 'exports.csv.million.cpu', value: cpuS, floor: null, unit: 's' },
    { name: 'exports.csv.million.size', value: sizeMb, floor: null, unit: 'MB' },
  ]
}
