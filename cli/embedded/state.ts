import { randomBytes } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { z } from 'zod'

import type { Environment } from '../terminal.ts'
import { createPrivate, readIfPresent, writePrivate } from './files.ts'

/** Where one embedded service keeps everything: `$PALISADE_STATE`, by default `.palisade`. */
export type StatePaths = Readonly<{
  dir: string
  /** {url, key, pid} while `serve` answers (interfaces.md). */
  localJson: string
  lock: string
  key: string
  encryptionKey: string
  clock: string
  log: string
  runtimePid: string
  /** Where Miniflare looks for the browser. */
  browserCache: string
}>

export function statePaths(dir: string): StatePaths {
  const at = (name: string) => join(resolve(dir), name)
  return {
    dir: resolve(dir),
    localJson: at('local.json'),
    lock: at('lock'),
    key: at('key'),
    encryptionKey: at('encryption.key'),
    clock: at('clock.json'),
    log: at('palisade.log'),
    runtimePid: at('runtime.pid'),
    browserCache: at('browser'),
  }
}

export const stateDirOf = (env: Environment, cwd: string): string =>
  resolve(cwd, env['PALISADE_STATE'] || '.palisade')

export async function makeStateDir(paths: StatePaths): Promise<void> {
  await mkdir(paths.dir, { recursive: true, mode: 0o700 })
}

/** The secret in the file, made once: processes that start together agree on one. Mode 0600. */
export async function readOrMakeSecret(path: string, make: () => string): Promise<string> {
  if ((await readIfPresent(path)) === null) await createPrivate(path, `${make()}\n`)
  await chmod(path, 0o600)
  const secret = (await readIfPresent(path))?.trim()
  if (!secret) throw new Error(`${path} is empty; remove it to have a new one made`)
  return secret
}

export const newEncryptionKey = (): string => randomBytes(32).toString('base64')

const LocalJson = z.object({ url: z.url(), key: z.string().min(1), pid: z.int().positive() })
export type LocalJson = z.infer<typeof LocalJson>

/** What `serve` wrote, or null when there is nothing usable. */
export async function readLocalJson(paths: StatePaths): Promise<LocalJson | null> {
  const text = await readIfPresent(paths.localJson)
  if (text === null) return null
  try {
    return LocalJson.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

const Clock = z.object({ offset_ms: z.int().nonnegative() })

/** How far `POST /api/local/advance` has moved the clock of this state, in milliseconds. */
export async function readClockOffset(paths: StatePaths): Promise<number> {
  const text = await readIfPresent(paths.clock)
  return text === null ? 0 : Clock.parse(JSON.parse(text)).offset_ms
}

/**
 * Keeps how far the clock was moved. Writes follow one another, and the clock only moves forward:
 * of two that cross, the later instant stays.
 */
export function clockKeeper(paths: StatePaths): (offsetMs: number) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  const write = async (offsetMs: number) => {
    const kept = Math.max(offsetMs, await readClockOffset(paths))
    await writePrivate(paths.clock, JSON.stringify({ offset_ms: kept }))
  }
  return (offsetMs) => {
    last = last.then(
      () => write(offsetMs),
      () => write(offsetMs),
    )
    return last
  }
}
