import { readFileSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'

import { z } from 'zod'

import { createPrivate, hasCode, isMissing, readIfPresent } from './files.ts'

// A takeover lasts milliseconds; one this old was left by a process that died in the middle.
const TAKEOVER_MAX_AGE_MS = 10_000

const Holder = z.object({ pid: z.int().positive(), started: z.string() })
type Holder = z.infer<typeof Holder>

export type StateLock = Readonly<{ release(): Promise<void> }>
export type LockAnswer =
  | Readonly<{ kind: 'held'; lock: StateLock }>
  | Readonly<{ kind: 'taken'; pid: number | null }>

/** When the process started, as the kernel counts: a reused pid has another. '' where unknown. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return ''
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // A zombie answers signals but holds nothing any more.
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch (error) {
    if (isMissing(error)) return 'ended'
    throw error
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

export const isAlive = (pid: number): boolean => answersSignals(pid) && startOf(pid) !== 'ended'

const isHolding = (holder: Holder): boolean =>
  answersSignals(holder.pid) && startOf(holder.pid) === holder.started

async function readHolder(path: string): Promise<Holder | null> {
  const text = await readIfPresent(path)
  if (text === null) return null
  try {
    return Holder.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

/** One process at a time may replace a stale lock, or two could both believe they hold it. */
async function takeOver(path: string, mine: string): Promise<boolean> {
  const gate = `${path}.takeover`
  if (!(await createPrivate(gate, ''))) {
    const ageMs = await stat(gate).then(
      (info) => Date.now() - info.mtimeMs,
      () => 0,
    )
    if (ageMs > TAKEOVER_MAX_AGE_MS) await rm(gate, { force: true })
    return false
  }
  try {
    const holder = await readHolder(path)
    if (holder && isHolding(holder)) return false
    await rm(path, { force: true })
    return await createPrivate(path, mine)
  } finally {
    await rm(gate, { force: true })
  }
}

/** Locks a state for this process, or says who holds it. A dead process's lock is taken over. */
export async function acquireLock(path: string): Promise<LockAnswer> {
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) })
  const lock: StateLock = { release: () => rm(path, { force: true }) }
  if (await createPrivate(path, mine)) return { kind: 'held', lock }
  const holder = await readHolder(path)
  if (holder && isHolding(holder)) return { kind: 'taken', pid: holder.pid }
  if (await takeOver(path, mine)) return { kind: 'held', lock }
  return { kind: 'taken', pid: (await readHolder(path))?.pid ?? null }
}
