import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Result, Statement, WorkerOptions } from './messages.ts'

/** Runs one statement at a time, away from the loop that serves pages. */
export type Runner = Readonly<{
  run(statement: Statement, onResult: (result: Result) => void): void
  /** Ends it, with the statement that runs. */
  stop(): Promise<void>
}>

const PROGRAM = join(import.meta.dirname, 'worker.ts')
const execArgv = ['--disable-warning=ExperimentalWarning']

export function startThread(workerData: WorkerOptions): Runner {
  const worker = new Worker(PROGRAM, { workerData, execArgv })
  return {
    run(statement, onResult) {
      worker.once('message', onResult)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      worker.postMessage(statement)
    },
    stop: async () => void (await worker.terminate()),
  }
}

/** A sleep in a thread can be ended, a statement that computes cannot: it needs a process. */
export function startProcess(options: WorkerOptions): Runner {
  const child = fork(PROGRAM, [JSON.stringify(options)], {
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  return {
    run(statement, onResult) {
      child.once('message', (message) => onResult(message as Result))
      child.send(statement)
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
