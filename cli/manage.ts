import type { Command, Context } from './command.ts'
import { connect } from './connect.ts'
import type { Client } from './client.ts'
import { EXIT, usageError, type ExitCode } from './exit.ts'
import type { Parsed } from './options.ts'
import { clean, safeJson } from './render/text.ts'

/** What an action has to say: results to standard output, remarks to standard error. */
export type Said = Readonly<{ raw: unknown; out: string; remark?: string; exitCode?: ExitCode }>

export type Action = Readonly<{
  /** What must follow the action's name: `<key-id>`; null for nothing. */
  operand: string | null
  /** Names of the options that belong to this action alone. */
  options: readonly string[]
  run(client: Client, parsed: Parsed, operand: string, context: Context): Promise<Said>
}>

export type Managed = Omit<Command, 'operands' | 'run'> &
  Readonly<{ actions: Readonly<Record<string, Action>> }>

/** A command that manages one kind of thing on a server: `palisade keys create …`. */
export function manageCommand({ actions, ...command }: Managed): Command {
  const names = Object.keys(actions).join('|')
  const own = Object.values(actions).flatMap(({ options }) => options)
  return {
    ...command,
    operands: [`<${names}>`, '[id]'],
    run: async (context, parsed) => {
      const [name = '', operand] = parsed.positionals
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!action) throw usageError(`"${clean(name)}" is none of ${names.replaceAll('|', ', ')}.`)
      const usage = `palisade ${command.name} ${name}`
      if (action.operand !== null && operand === undefined) {
        throw usageError(`Missing ${action.operand}: ${usage} ${action.operand}`)
      }
      if (action.operand === null && operand !== undefined) {
        throw usageError(`${usage} takes options only. Put values with blanks in quotes.`)
      }
      const alien = own.find((option) => parsed.has(option) && !action.options.includes(option))
      if (alien !== undefined) throw usageError(`--${alien} does not go with ${usage}.`)
      const session = await connect(context, parsed)
      try {
        const said = await action.run(session.client, parsed, operand ?? '', context)
        if (parsed.has('json')) context.terminal.out(`${safeJson(said.raw)}\n`)
        else if (said.out !== '') context.terminal.out(`${said.out}\n`)
        if (said.remark !== undefined && !parsed.has('json')) {
          context.terminal.err(`${said.remark}\n`)
        }
        return said.exitCode ?? EXIT.passed
      } finally {
        await session.close()
      }
    },
  }
}
