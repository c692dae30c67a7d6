import type { ExitCode } from './exit.ts'
import type { OptionSpec, Parsed } from './options.ts'
import type { Environment, Terminal } from './terminal.ts'

/** The world of one command. */
export type Context = Readonly<{
  terminal: Terminal
  env: Environment
  cwd: string
  /** Aborts on Ctrl-C or SIGTERM. */
  interrupted: AbortSignal
}>

export type Command = Readonly<{
  name: string
  /** What follows the name: `<url>`, or `[id]` where it may be left out. */
  operands: readonly string[]
  summary: string
  options: readonly OptionSpec[]
  examples: readonly string[]
  /** More paragraphs for `--help`. */
  notes?: readonly string[]
  run(context: Context, parsed: Parsed): Promise<ExitCode>
}>
