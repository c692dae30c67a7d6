import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Instance } from './e2e-instance.ts'
import { processesNaming } from './e2e-processes.ts'

/** Milliseconds since a start that is the meter's own. */
export type WaitMeter = () => number

/**
 * For how long the machine has let this process and the runtime of an instance wait for a processor,
 * all threads together: the scheduler's own count (Linux, /proc/…/schedstat). 0 where none is kept.
 */
export async function waitMeterOf({ state }: Pick<Instance, 'state'>): Promise<WaitMeter> {
  const pids = await processesNaming(state)
  const names = await Promise.all(pids.map(nameOf))
  const runtimes = pids.filter((_, at) => names[at] === 'workerd')
  const folders = [process.pid, ...runtimes].map((pid) => path.join('/proc', String(pid), 'task'))
  return () => folders.flatMap(threadsOf).reduce((sum, thread) => sum + waitedMs(thread), 0)
}

const nameOf = async (pid: number): Promise<string> =>
  (await readFile(path.join('/proc', String(pid), 'comm'), 'utf8').catch(() => '')).trim()

/** What has ended in between, or is not counted here, has waited for nothing. */
function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

const threadsOf = (folder: string): readonly string[] =>
  orElse(() => readdirSync(folder), []).map((thread) => path.join(folder, thread, 'schedstat'))

/** Nanoseconds on a processor, nanoseconds waiting for one, number of turns. */
const waitedMs = (file: string): number =>
  Number(orElse(() => readFileSync(file, 'utf8'), '').split(' ')[1] ?? 0) / 1e6
