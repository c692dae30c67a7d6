/** Exit codes of every command (interfaces.md). */
export const EXIT = {
  passed: 0,
  findings: 1,
  usage: 2,
  scanFailed: 3,
  refused: 4,
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command with a code and one clear line on standard error. */
export class CliError extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CliError'
    this.exitCode = exitCode
  }
}

/** Wrong usage or bad input: says what, and how to mend it. */
export const usageError = (message: string): CliError => new CliError(EXIT.usage, message)
export const isCliError = (error: unknown): error is CliError => error instanceof CliError
