import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { readIfPresent } from './files.ts'
import { isAlive } from './lock.ts'

const ORPHAN_TIMEOUT_MS = 2000
const ORPHAN_POLL_MS = 20
// `read` ends when the other end of the pipe is gone: at once, however the parent died.
const SCRIPT = 'read -r word; [ "$word" = done ] || kill -9 "$(cat "$1")"'
const WorkerdPackage = z.object({ default: z.string() })

export type RuntimeGuard = Readonly<{ release(): Promise<void> }>

/** The workerd binary that belongs to the installed miniflare. */
function workerdPath(): string {
  const fromMiniflare = createRequire(createRequire(import.meta.url).resolve('miniflare'))
  return WorkerdPackage.parse(fromMiniflare('workerd')).default
}

/** Environment for the runtime that makes it start through workerd.sh. */
export const runtimeEnv = (pidFile: string): Record<string, string> => ({
  PALISADE_WORKERD: workerdPath(),
  PALISADE_RUNTIME_PID: pidFile,
})

export const runtimeCommand = (): string => join(import.meta.dirname, 'workerd.sh')

/**
 * Waits, for a while, until the workerd of a killed process is gone: its guard ends it, and two
 * must not write to one state.
 */
export async function waitForOrphan(pidFile: string): Promise<void> {
  const pid = Number(await readIfPresent(pidFile))
  const giveUpAt = performance.now() + ORPHAN_TIMEOUT_MS
  const isThere = () => pid > 0 && isAlive(pid) && performance.now() < giveUpAt
  while (isThere()) await sleep(ORPHAN_POLL_MS)
}

/**
 * A shell that waits for this process to end and then ends workerd, so that even `kill -9` leaves
 * nothing behind. Needs /bin/sh; elsewhere (Windows) there is no guard.
 */
export function guardRuntime(pidFile: string): RuntimeGuard {
  if (process.platform === 'win32') return { release: () => Promise.resolve() }
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', pidFile], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
  // Somebody ended the shell: then there is nobody to tell.
  shell.stdin.on('error', () => shell.stdin.destroy())
  shell.unref()
  return {
    release: async () => {
      shell.ref()
      shell.stdin.end('done\n')
      await ended
      await rm(pidFile, { force: true })
    },
  }
}
