import type { Terminal } from '../terminal.ts'
import type { Progress } from '../wire.ts'
import { plural } from './report.ts'
import { clean, truncate } from './text.ts'

const ERASE_LINE = '\r\u001b[2K'
const PLAIN_INTERVAL_MS = 10_000
const PHASE_COLUMNS = 9

export type ProgressView = Readonly<{
  show(progress: Progress): void
  /** Leaves what was shown last on a line of its own. */
  end(): void
}>

export const silentProgress: ProgressView = { show: () => undefined, end: () => undefined }

export function progressLine(progress: Progress): string {
  const parts = [
    `${String(Math.round(progress.percent)).padStart(3)} %`,
    plural(progress.requests_sent, 'request'),
    plural(progress.urls_found, 'URL'),
    plural(progress.findings_count, 'finding'),
    `${Math.round(progress.elapsed_ms / 1000)} s`,
  ]
  return clean(`${progress.phase.padEnd(PHASE_COLUMNS)} ${parts.join(' · ')}`)
}

/** On a terminal: one line per phase that keeps changing until the next phase begins. */
function liveProgress(terminal: Terminal): ProgressView {
  let phase: string | null = null
  return {
    show: (progress) => {
      const isNext = phase !== null && phase !== progress.phase
      const line = truncate(progressLine(progress), terminal.columns - 1)
      terminal.err(`${isNext ? '\n' : ''}${ERASE_LINE}${line}`)
      phase = progress.phase
    },
    end: () => {
      if (phase !== null) terminal.err('\n')
      phase = null
    },
  }
}

/** Elsewhere: a plain line when a phase begins, and now and then while it lasts. */
function plainProgress(terminal: Terminal): ProgressView {
  let phase: string | null = null
  let shownAtMs = 0
  return {
    show: (progress) => {
      const isDue = progress.elapsed_ms - shownAtMs >= PLAIN_INTERVAL_MS
      if (phase === progress.phase && !isDue) return
      phase = progress.phase
      shownAtMs = progress.elapsed_ms
      terminal.err(`${progressLine(progress)}\n`)
    },
    end: () => undefined,
  }
}

export const showProgress = (terminal: Terminal): ProgressView =>
  terminal.isLive ? liveProgress(terminal) : plainProgress(terminal)
