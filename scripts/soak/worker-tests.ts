import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { join } from 'node:path'
import type { Part, SoakPart } from './part.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Seeded runs in which messages are lost, repeated and late, and objects are killed. */
export const soakFaults: SoakPart = ({ faults }) =>
  runTests('workers-local', 'faults.test.ts', 'PALISADE_FAULT_SEEDS', faults)

/** Schedules that are all due at once, taken page by page. */
export const soakSchedules: SoakPart = ({ schedules }) =>
  runTests('workers', 'schedules-many.test.ts', 'PALISADE_SCHEDULES', schedules)

/** A test file of `test/worker` at another size: its own expectations judge. */
async function runTests(
  project: string,
  file: string,
  variable: string,
  count: number,
): Promise<Part> {
  const started = performance.now()
  const args = ['vitest', 'run', '--project', project, '--silent=true', `test/worker/${file}`]
  const child = spawn('npx', args, {
    cwd: ROOT,
    env: { ...process.env, [variable]: String(count) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const figures = { count, seconds: (performance.now() - started) / 1000 }
  return { figures, wrong: code === 0 ? [] : [`test/worker/${file} ended with ${code}`] }
}
