import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import type { Command, Context } from './command.ts'
import { checksCommand } from './commands/checks.ts'
import { explainCommand } from './commands/explain.ts'
import { gateCommand } from './commands/gate.ts'
import { keysCommand } from './commands/keys.ts'
import { reportCommand } from './commands/report.ts'
import { retestCommand } from './commands/retest.ts'
import { scanCommand } from './commands/scan.ts'
import { schedulesCommand } from './commands/schedules.ts'
import { serveCommand } from './commands/serve.ts'
import { targetsCommand } from './commands/targets.ts'
import { EXIT, isCliError, usageError, type ExitCode } from './exit.ts'
import { commandHelp, generalHelp, GLOBAL_OPTIONS } from './help.ts'
import { parseOptions } from './options.ts'
import { clean } from './render/text.ts'
import { ROOT } from './root.ts'
import { processTerminal, type Terminal } from './terminal.ts'

const COMMANDS: readonly Command[] = [
  scanCommand,
  serveCommand,
  gateCommand,
  reportCommand,
  retestCommand,
  checksCommand,
  explainCommand,
  keysCommand,
  targetsCommand,
  schedulesCommand,
]
const HELP = ['help', '--help', '-h']
const VERSION = ['version', '--version', '-v']

const versionOf = (): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version

function find(name: string): Command {
  const command = COMMANDS.find((command) => command.name === name)
  if (command) return command
  throw usageError(`There is no command "${clean(name)}". "palisade --help" lists them.`)
}

async function runCommand(
  command: Command,
  argv: readonly string[],
  context: Context,
): Promise<ExitCode> {
  const parsed = parseOptions(command.name, [...command.options, ...GLOBAL_OPTIONS], argv)
  if (parsed.has('help')) {
    context.terminal.out(commandHelp(command, context.terminal))
    return EXIT.passed
  }
  const { length } = parsed.positionals
  const required = command.operands.filter((operand) => !operand.startsWith('['))
  if (length < required.length) {
    const missing = required.slice(length).join(' ')
    throw usageError(`Missing ${missing}. See "palisade ${command.name} --help".`)
  }
  if (length > command.operands.length) {
    // The word is not shown: it may be the rest of a secret that was not quoted.
    const taken = [...command.operands, 'options'].join(' and ')
    throw usageError(
      `palisade ${command.name} takes ${taken} only. Put values with blanks in quotes; see "palisade ${command.name} --help".`,
    )
  }
  return command.run(context, parsed)
}

async function dispatch(argv: readonly string[], context: Context): Promise<ExitCode> {
  const [name, ...rest] = argv.filter((word, index) => index > 0 || word !== '--no-color')
  const { terminal } = context
  if (name === undefined) {
    terminal.err(generalHelp(COMMANDS, terminal))
    return EXIT.usage
  }
  if (VERSION.includes(name)) {
    terminal.out(`${versionOf()}\n`)
    return EXIT.passed
  }
  if (!HELP.includes(name)) return runCommand(find(name), rest, context)
  const [about] = rest
  terminal.out(
    about === undefined ? generalHelp(COMMANDS, terminal) : commandHelp(find(about), terminal),
  )
  return EXIT.passed
}

/** What went wrong, in one line for what was expected to be possible, else with its stack. */
function complaint(error: unknown, debug: boolean): string {
  if (!isCliError(error) || debug) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return `${text.split('\n').map(clean).join('\n')}\n`
  }
  return `palisade: ${error.message}\n`
}

/**
 * Runs one command line and answers its exit code. Unexpected errors end with code 3: what was
 * asked for was not done.
 */
export async function main(
  argv: readonly string[],
  context: Omit<Context, 'terminal'>,
  terminal: Terminal = processTerminal(argv.includes('--no-color')),
): Promise<ExitCode> {
  try {
    return await dispatch(argv, { ...context, terminal })
  } catch (error) {
    if (context.interrupted.aborted) return EXIT.interrupted
    terminal.err(complaint(error, Boolean(context.env['PALISADE_DEBUG'])))
    return isCliError(error) ? error.exitCode : EXIT.scanFailed
  } finally {
    await terminal.flush()
  }
}
