import { connect, SERVER_OPTIONS } from '../connect.ts'
import type { Command, Context } from '../command.ts'
import { usageError, type ExitCode } from '../exit.ts'
import type { OptionSpec, Parsed } from '../options.ts'
import { plural } from '../render/report.ts'
import { paintSeverity, severityWord } from '../render/severity.ts'
import { clean, safeJson } from '../render/text.ts'
import { exitCodeOfGate } from '../verdict.ts'
import type { Gate } from '../wire.ts'
import type { Terminal } from '../terminal.ts'
import { gateChoice, SCAN_OPTIONS } from './scan-options.ts'

const SHARED = ['fail-on', 'new-only', 'min-confidence', 'json']
const OPTIONS: readonly OptionSpec[] = [
  ...SERVER_OPTIONS,
  ...SCAN_OPTIONS.filter(({ name }) => SHARED.includes(name)),
  { name: 'allow-partial', value: null, help: 'let a scan pass that met its budget' },
]

const REASONS: Readonly<Record<string, string>> = {
  scan_failed: 'the scan failed',
  scan_incomplete: 'the scan is partial (--allow-partial accepts that)',
}

function gateLines(gate: Gate, { colours }: Terminal): string[] {
  const verdict = gate.passed ? colours.green('PASSED') : colours.red('FAILED')
  const found = `${plural(gate.failing_count, 'finding')} at or above ${gate.fail_on}`
  const reason = gate.reason === undefined ? '' : ` · ${REASONS[gate.reason] ?? clean(gate.reason)}`
  return [
    `${verdict} · ${found}${reason}`,
    ...gate.failing.map(
      ({ title, severity }) =>
        `  ${paintSeverity(severity, colours, severityWord(severity).padEnd(8))}  ${clean(title)}`,
    ),
  ]
}

async function run(context: Context, parsed: Parsed): Promise<ExitCode> {
  const choice = gateChoice(parsed)
  if (!choice.query) throw usageError('palisade gate --fail-on never would always pass.')
  const query = { ...choice.query, ...(parsed.has('allow-partial') && { allow_partial: 'true' }) }
  const session = await connect(context, parsed)
  try {
    const { raw, value } = await session.client.gate(parsed.positionals[0] ?? '', query)
    const { terminal } = context
    const text = parsed.has('json') ? safeJson(raw) : gateLines(value, terminal).join('\n')
    terminal.out(`${text}\n`)
    return exitCodeOfGate(value)
  } finally {
    await session.close()
  }
}

export const gateCommand: Command = {
  name: 'gate',
  operands: ['<scan-id>'],
  summary: 'say whether an ended scan lets a build through',
  options: OPTIONS,
  examples: ['palisade gate 4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11 --fail-on medium --new-only'],
  run,
}
