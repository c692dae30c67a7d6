import type { SQLInputValue } from 'node:sqlite'
import type { Dialect } from './dialects.ts'
import type { Result, Row, Statement, WorkerOptions } from './messages.ts'
import { startProcess, startThread, type Runner } from './runners.ts'

/** Connections in threads or processes of their own, for a statement blocks where it runs. */
export type Pool = Readonly<{
  /** One statement; what follows its end is ignored. Rejects with the database's words. */
  all(sql: string, ...values: SQLInputValue[]): Promise<readonly Row[]>
  /** All statements of a text, as `exec` and simple queries of servers run them. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}>
export type Connections = Readonly<Record<Dialect, Pool>> & Readonly<{ close(): Promise<void> }>

/** Servers take many connections; a file of SQLite is opened once or twice by its application. */
const MOST: Readonly<Record<Dialect, number>> = { mysql: 8, postgres: 8, plain: 2 }
const SLEEP_MS = 8000
/** After this the caller gets an error, whatever the statement does, and what ran it is given up. */
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
  const start = options.dialect === 'plain' ? startProcess : startThread
  const runners = new Set<Runner>()
  const idle: Runner[] = []
  const waiting: Job[] = []
  let isClosed = false

  function added(): Runner {
    const runner = start(options)
    runners.add(runner)
    return runner
  }

  function next(): void {
    const hasRoom = idle.length > 0 || runners.size < MOST[options.dialect]
    const job = hasRoom && !isClosed ? waiting.shift() : undefined
    if (job !== undefined) begin(idle.pop() ?? added(), job)
  }

  function begin(runner: Runner, { statement, resolve }: Job): void {
    const timer = setTimeout(() => {
      runners.delete(runner)
      void runner.stop()
      resolve({ error: 'interrupted' })
      next()
    }, STATEMENT_MS).unref()
    runner.run(statement, (result) => {
      clearTimeout(timer)
      if (!runners.has(runner)) return
      idle.push(runner)
      resolve(result)
      next()
    })
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
    async close() {
      isClosed = true
      await Promise.all([...runners].map((runner) => runner.stop()))
    },
  }
}
