import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Dialect } from './dialects.ts'
import type { Result, Row, Statement, WorkerOptions } from './messages.ts'

/** Threads of their own, for a statement blocks the one it runs in. */
export type Pool = Readonly<{
  /** One statement; what follows its end is ignored. Rejects with the database's words. */
  all(sql: string, ...values: SQLInputValue[]): Promise<readonly Row[]>
  /** All statements of a text, as `exec` and simple queries of servers run them. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}>
export type Connections = Readonly<Record<Dialect, Pool>> & Readonly<{ close(): Promise<void> }>

/** Servers take many connections; a file of SQLite is opened once or twice by its application. */
const THREADS: Readonly<Record<Dialect, number>> = { mysql: 8, postgres: 8, plain: 2 }
const SLEEP_MS = 8000
/** After this the caller gets an error, whatever the statement does, and the thread is given up. */
const STATEMENT_MS = 10_000

export function openConnections(sleepMs = SLEEP_MS): Connections {
  const mysql = openPool({ dialect: 'mysql', sleepMs })
  const postgres = openPool({ dialect: 'postgres', sleepMs })
  const plain = openPool({ dialect: 'plain', sleepMs })
  const close = async () => void (await Promise.all([mysql, postgres, plain].map((p) => p.close())))
  return { mysql, postgres, plain, close }
}

type Job = Readonly<{ statement: Statement; resolve(result: Result): void }>

function openPool(options: WorkerOptions): Pool {
  const threads = new Set<Worker>()
  const idle: Worker[] = []
  const waiting: Job[] = []

  function spawn(): Worker {
    const worker = new Worker(join(import.meta.dirname, 'worker.ts'), {
      workerData: options,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    threads.add(worker)
    return worker
  }

  function next(): void {
    const hasRoom = idle.length > 0 || threads.size < THREADS[options.dialect]
    const job = hasRoom ? waiting.shift() : undefined
    if (job !== undefined) begin(idle.pop() ?? spawn(), job)
  }

  function begin(worker: Worker, { statement, resolve }: Job): void {
    const timer = setTimeout(() => {
      threads.delete(worker)
      void worker.terminate()
      resolve({ error: 'interrupted' })
      next()
    }, STATEMENT_MS)
    worker.once('message', (result: Result) => {
      clearTimeout(timer)
      if (!threads.has(worker)) return
      idle.push(worker)
      resolve(result)
      next()
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    worker.postMessage(statement)
  }

  async function run(statement: Statement): Promise<readonly Row[]> {
    const result = await new Promise<Result>((resolve) => {
      waiting.push({ statement, resolve })
      next()
    })
    if ('error' in result) throw new Error(result.error)
    return result.rows
  }

  return {
    all: (sql, ...values) => run({ sql, values, isScript: false }),
    script: async (sql) => void (await run({ sql, values: [], isScript: true })),
    close: async () => void (await Promise.all([...threads].map((worker) => worker.terminate()))),
  }
}
