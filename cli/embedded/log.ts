import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs'

import { isMissing } from './files.ts'
import { Log, LogLevel } from './miniflare.ts'

const ROTATE_BYTES = 10 * 1024 * 1024

export type FileLog = Readonly<{
  line(level: string, message: string): void
  close(): void
}>

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

/** Appends to a file (mode 0600) that is put aside once when it has grown large. */
export function openLog(path: string, alsoTo: ((line: string) => void) | null): FileLog {
  if (sizeOf(path) > ROTATE_BYTES) renameSync(path, `${path}.old`)
  let file: number | null = openSync(path, 'a', 0o600)
  return {
    line: (level, message) => {
      const text = `${new Date().toISOString()} ${level} ${message.trimEnd()}\n`
      alsoTo?.(text)
      if (file !== null) writeSync(file, text)
    },
    close: () => {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}

/** Miniflare's own words, in the same file instead of on the user's terminal. */
export class RuntimeLog extends Log {
  readonly #file: FileLog

  constructor(file: FileLog) {
    super(LogLevel.WARN)
    this.#file = file
  }

  protected override log(message: string): void {
    this.#file.line('runtime', message)
  }
}
