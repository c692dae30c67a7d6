import { readCatalogue, type CheckFacts } from '../catalogue.ts'
import type { Command, Context } from '../command.ts'
import { EXIT, type ExitCode } from '../exit.ts'
import type { Parsed } from '../options.ts'
import { plural } from '../render/report.ts'
import { severityColumn, severityWord } from '../render/severity.ts'
import { layOut, type Column } from '../render/table.ts'
import { safeJson } from '../render/text.ts'
import type { Terminal } from '../terminal.ts'

export function checksLines(checks: readonly CheckFacts[], terminal: Terminal): string[] {
  const { colours, columns } = terminal
  const layout: Column[] = [
    { title: 'Check', paint: colours.bold },
    severityColumn(colours),
    { title: 'CVSS' },
    { title: 'CWE' },
    { title: 'OWASP' },
    { title: 'Profile' },
    { title: 'Title', grow: 1 },
  ]
  const rows = checks.map((check) => [
    check.id,
    severityWord(check.severity),
    check.cvss_score.toFixed(1),
    check.cwe,
    check.owasp,
    check.optIn ? `${check.profile}, opt-in` : check.profile,
    check.title,
  ])
  const { heading, lines } = layOut(layout, rows, columns)
  return [colours.dim(heading), ...lines, '', plural(checks.length, 'check')]
}

async function run({ terminal }: Context, parsed: Parsed): Promise<ExitCode> {
  const checks = await readCatalogue()
  const text = parsed.has('json') ? safeJson(checks) : checksLines(checks, terminal).join('\n')
  terminal.out(`${text}\n`)
  return EXIT.passed
}

export const checksCommand: Command = {
  name: 'checks',
  operands: [],
  summary: 'list every check with its CWE, OWASP, CVSS and profile',
  options: [{ name: 'json', value: null, help: 'print all facts as one JSON document' }],
  examples: ['palisade checks', 'palisade checks --json'],
  run,
}
