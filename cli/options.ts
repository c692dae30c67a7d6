import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { usageError } from './exit.ts'

/** One option of a command: drives parsing, help and errors alike. */
export type OptionSpec = Readonly<{
  name: string
  short?: string
  /** Placeholder of the value in the help text; null for a flag. */
  value: string | null
  /** May be given more than once. */
  multiple?: true
  help: string
}>

export type Parsed = Readonly<{
  positionals: readonly string[]
  has(name: string): boolean
  /** The one value of an option, or null. */
  one(name: string): string | null
  all(name: string): readonly string[]
}>

const configOf = (specs: readonly OptionSpec[]): ParseArgsOptionsConfig =>
  Object.fromEntries(
    specs.map((spec) => [
      spec.name,
      {
        type: spec.value === null ? ('boolean' as const) : ('string' as const),
        ...(spec.short && { short: spec.short }),
      },
    ]),
  )

/**
 * Parses the words after the command's name. Throws a usage error, in one line and without the
 * value (it may be a secret), for what the command does not know.
 */
export function parseOptions(
  command: string,
  specs: readonly OptionSpec[],
  argv: readonly string[],
): Parsed {
  const { tokens } = parseArgs({
    args: [...argv],
    options: configOf(specs),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values = new Map<string, string[]>()
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const spec = specs.find((spec) => spec.name === token.name)
    if (!spec)
      throw usageError(`Unknown option ${token.rawName}. See "palisade ${command} --help".`)
    const value = valueOf(spec, token.value, token.inlineValue ?? false)
    const given = values.get(spec.name) ?? []
    if (given.length > 0 && !spec.multiple)
      throw usageError(`--${spec.name} may be given only once.`)
    values.set(spec.name, [...given, value])
  }
  return {
    positionals,
    has: (name) => values.has(name),
    one: (name) => values.get(name)?.[0] ?? null,
    all: (name) => values.get(name) ?? [],
  }
}

function valueOf(spec: OptionSpec, value: string | undefined, isInline: boolean): string {
  if (spec.value === null) {
    if (value !== undefined) throw usageError(`--${spec.name} takes no value.`)
    return ''
  }
  if (value === undefined || value === '') {
    throw usageError(`--${spec.name} needs a value: --${spec.name} ${spec.value}.`)
  }
  if (!isInline && value.startsWith('-')) {
    throw usageError(
      `--${spec.name} needs a value. If it begins with a dash, write --${spec.name}=${spec.value}.`,
    )
  }
  return value
}
