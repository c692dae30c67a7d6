import type { Command } from './command.ts'
import type { OptionSpec } from './options.ts'
import { wrap } from './render/text.ts'
import type { Terminal } from './terminal.ts'

const MOST_FLAG_COLUMNS = 30

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  { name: 'no-color', value: null, help: 'plain text (also NO_COLOR)' },
  { name: 'help', short: 'h', value: null, help: 'show this help' },
]

const flagOf = ({ name, short, value }: OptionSpec): string =>
  `${short ? `-${short}, ` : ''}--${name}${value === null ? '' : ` ${value}`}`

/** Two columns; a left side that is too wide gets a line of its own. */
function pairs(rows: readonly (readonly [string, string])[], columns: number): string[] {
  const left = Math.min(MOST_FLAG_COLUMNS, Math.max(...rows.map(([flag]) => flag.length)))
  return rows.flatMap(([flag, help]) => {
    const lines = wrap(help, columns - left - 4)
    const [first = '', ...more] = flag.length > left ? ['', ...lines] : lines
    return [
      `  ${flag.padEnd(left)}  ${first}`,
      ...more.map((line) => `  ${' '.repeat(left)}  ${line}`),
    ]
  })
}

const usageOf = ({ name, operands, options }: Command): string =>
  ['palisade', name, ...operands, ...(options.length > 0 ? ['[options]'] : [])].join(' ')

/** The text of `palisade <command> --help`. */
export function commandHelp(command: Command, { columns, colours }: Terminal): string {
  const options = [...command.options, ...GLOBAL_OPTIONS]
  const notes = (command.notes ?? []).flatMap((note) => wrap(note, columns))
  const lines = [
    colours.bold(usageOf(command)),
    '',
    `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`,
    '',
    colours.bold('Options'),
    ...pairs(
      options.map((option) => [flagOf(option), option.help] as const),
      columns,
    ),
    '',
    colours.bold('Examples'),
    ...command.examples.map((example) => `  ${example}`),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ]
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

/** The text of `palisade --help`. */
export function generalHelp(commands: readonly Command[], { columns, colours }: Terminal): string {
  const lines = [
    colours.bold('palisade <command> [options]'),
    '',
    'Finds security weaknesses of websites: proved, explained, with evidence.',
    '',
    colours.bold('Commands'),
    ...pairs(
      commands.map(
        ({ name, operands, summary }) => [[name, ...operands].join(' '), summary] as const,
      ),
      columns,
    ),
    '',
    'palisade <command> --help tells all about one; palisade --version names the version.',
  ]
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}
