import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import type { Command, Context } from '../command.ts'
import { connect, SERVER_OPTIONS } from '../connect.ts'
import { EXIT, usageError, type ExitCode } from '../exit.ts'
import type { OptionSpec, Parsed } from '../options.ts'
import { clean } from '../render/text.ts'

/** Where each format is asked for, below the scan's own path. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['sarif', 'sarif'],
  ['junit', 'export/junit.xml'],
  ['burp', 'export/burp'],
  ['stix', 'export/stix'],
  ['csv', 'export/csv'],
  ['json', 'export/json'],
  ['md', 'export/md'],
  ['html', 'export/html'],
  ['defectdojo', 'export/defectdojo.json'],
  ['zip', 'export/zip'],
])
const FORMATS = [...PATHS.keys()].join(', ')

const OPTIONS: readonly OptionSpec[] = [
  { name: 'format', value: 'NAME', help: `one of ${FORMATS}` },
  { name: 'out', value: 'FILE', help: 'write there instead of to standard output' },
  ...SERVER_OPTIONS,
]

function pathOf(parsed: Parsed): string {
  const format = parsed.one('format')
  if (format === null) throw usageError(`Missing --format: one of ${FORMATS}.`)
  const path = PATHS.get(format)
  if (path === undefined) throw usageError(`--format must be one of ${FORMATS}.`)
  return path
}

async function save(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw usageError(`--out cannot be written: ${clean(reason)}`)
  }
}

async function run(context: Context, parsed: Parsed): Promise<ExitCode> {
  const path = pathOf(parsed)
  const file = parsed.one('out')
  const session = await connect(context, parsed)
  try {
    const bytes = await session.client.report(parsed.positionals[0] ?? '', path)
    if (file === null) context.terminal.out(bytes)
    else await save(resolve(context.cwd, file), bytes)
    return EXIT.passed
  } finally {
    await session.close()
  }
}

export const reportCommand: Command = {
  name: 'report',
  operands: ['<scan-id>'],
  summary: 'write an ended scan as a file for other tools, or for people',
  options: OPTIONS,
  examples: [
    'palisade report 4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11 --format sarif > scan.sarif',
    'palisade report 4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11 --format html --out report.html',
  ],
  notes: [
    'Exit codes: 0 written · 2 wrong usage · 4 the server refused (unknown or running scan).',
  ],
  run,
}
