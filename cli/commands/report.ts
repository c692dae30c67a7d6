import { resolve } from 'node:path'

import type { Command, Context } from '../command.ts'
import { connect, SERVER_OPTIONS } from '../connect.ts'
import { EXIT, usageError, type ExitCode } from '../exit.ts'
import {
  fetchReport,
  fileIn,
  FORMAT_NAMES,
  FORMAT_OPTION,
  formatsOf,
  makeFolder,
  saveReport,
} from '../formats.ts'
import type { OptionSpec, Parsed } from '../options.ts'

const OPTIONS: readonly OptionSpec[] = [
  FORMAT_OPTION,
  { name: 'out', value: 'PATH', help: 'the file, or a folder for several formats' },
  { name: 'quiet', short: 'q', value: null, help: 'show no progress' },
  ...SERVER_OPTIONS,
]

async function run(context: Context, parsed: Parsed): Promise<ExitCode> {
  const { terminal } = context
  const formats = formatsOf(parsed.all('format'))
  const [first, ...others] = formats
  if (first === undefined) throw usageError(`Missing --format: one of ${FORMAT_NAMES}.`)
  const out = parsed.one('out')
  if (out === null && others.length > 0) throw usageError('Several formats need --out FOLDER.')
  const path = out === null ? null : resolve(context.cwd, out)
  const session = await connect(context, parsed)
  try {
    const scanId = parsed.positionals[0] ?? ''
    const world = { client: session.client, terminal, isQuiet: parsed.has('quiet') }
    if (path === null) {
      const say = (text: string) => terminal.err(text)
      terminal.out(await fetchReport(session.client, scanId, first, say))
    } else if (others.length === 0) {
      await saveReport(world, scanId, first, path)
    } else {
      await makeFolder(path)
      for (const format of formats) {
        await saveReport(world, scanId, format, fileIn(path, format))
      }
    }
    return EXIT.passed
  } finally {
    await session.close()
  }
}

export const reportCommand: Command = {
  name: 'report',
  operands: ['<scan-id>'],
  summary: 'write an ended scan as files for other tools, or for people',
  options: OPTIONS,
  examples: [
    'palisade report 4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11 --format sarif > scan.sarif',
    'palisade report 4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11 --format pdf --out report.pdf',
    'palisade report 4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11 --format docx,html,csv --out reports',
  ],
  notes: [
    'Exit codes: 0 written · 2 wrong usage · 4 the server refused (unknown or running scan).',
  ],
  run,
}
