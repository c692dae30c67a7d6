import type { SQLOutputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { openDesk } from './data.ts'
import type { Result, Statement, WorkerOptions } from './messages.ts'

// A thread or a process of runners.ts, which gives either of them just this.
const { dialect, sleepMs } = (workerData ?? JSON.parse(process.argv[2] ?? '')) as WorkerOptions
const bell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** What is left of the sleep of the statement that runs. */
let leftMs = 0

function pause(seconds: SQLOutputValue | undefined): void {
  const wantedMs = Math.max(0, Number(seconds) * 1000 || 0)
  Atomics.wait(bell, 0, 0, Math.min(wantedMs, leftMs))
  leftMs -= wantedMs
  if (leftMs < 0) throw new Error('canceling statement due to statement timeout')
}

const database = openDesk(dialect, pause)

function run({ sql, values, isScript }: Statement): Result {
  leftMs = sleepMs
  try {
    if (!isScript) return { rows: database.prepare(sql).all(...values) }
    database.exec(sql)
    return { rows: [] }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.on('message', (statement: Statement) => parentPort?.postMessage(run(statement)))
if (parentPort === null) {
  process.on('message', (statement) => process.send?.(run(statement as Statement)))
}
