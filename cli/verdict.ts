import { EXIT, type ExitCode } from './exit.ts'
import type { Gate } from './wire.ts'

type Ended = Readonly<{ status: 'running' | 'completed' | 'failed'; partial: boolean }>

/**
 * The exit code of an ended scan (interfaces.md). `gate` is null when findings never fail the
 * command. A partial scan fails by its findings, or else by not being complete.
 */
export function exitCodeOf(scan: Ended, gate: Pick<Gate, 'passed' | 'failing_count'> | null) {
  if (scan.status !== 'completed') return EXIT.scanFailed
  if (gate && gate.failing_count > 0) return EXIT.findings
  if (scan.partial) return EXIT.scanFailed
  return gate === null || gate.passed ? EXIT.passed : EXIT.scanFailed
}

const SCAN_REASONS: readonly (string | undefined)[] = ['scan_failed']

/** The exit code of `palisade gate`, which sees the gate's answer only. */
export function exitCodeOfGate(gate: Pick<Gate, 'passed' | 'failing_count' | 'reason'>): ExitCode {
  if (gate.passed) return EXIT.passed
  if (SCAN_REASONS.includes(gate.reason)) return EXIT.scanFailed
  return gate.failing_count > 0 ? EXIT.findings : EXIT.scanFailed
}
