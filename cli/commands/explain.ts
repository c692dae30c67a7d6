import { readCatalogue, type CheckFacts } from '../catalogue.ts'
import type { Client } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { connect, SERVER_OPTIONS } from '../connect.ts'
import { EXIT, usageError, type ExitCode } from '../exit.ts'
import type { Parsed } from '../options.ts'
import { findingBlock, kindBlock } from '../render/finding.ts'
import { plural } from '../render/report.ts'
import { paintSeverity, severityWord } from '../render/severity.ts'
import { clean, cleanLines, wrap } from '../render/text.ts'
import type { Terminal } from '../terminal.ts'
import type { Finding } from '../wire.ts'

const SCANS_SEARCHED = 20
// The id is the start of the fingerprint (interfaces.md); ids of checks are never hexadecimal only.
const FINDING_ID = /^[0-9a-f]{8,64}$/

const section = (title: string, lines: readonly string[], { colours }: Terminal): string[] =>
  lines.length === 0 ? [] : ['', colours.bold(title), ...lines.map((line) => `  ${line}`)]

export function checkLines(check: CheckFacts, terminal: Terminal): string[] {
  const { colours, columns } = terminal
  const flow = (text: string) => wrap(text, columns - 2)
  const limits = [
    `phase ${check.phase}`,
    check.maxRequests === 0
      ? 'reads what others requested'
      : `at most ${plural(check.maxRequests, 'request')} per place`,
    `profile ${check.profile}`,
    ...(check.optIn ? ['only when named in --opt-in'] : []),
    ...(check.needs ?? []).map((need) => `needs a ${need}`),
  ]
  const severity = paintSeverity(check.severity, colours, severityWord(check.severity))
  return [
    `${colours.bold(check.id)}  ${severity}  ${check.title}`,
    ...wrap(
      `${check.cwe} · ${check.owasp} · ${check.owasp2021} · CVSS ${check.cvss_score}`,
      columns,
    ),
    ...wrap(limits.join(' · '), columns),
    ...section('What it is', flow(check.description), terminal),
    ...section('What is sent', check.probes.flatMap(flow), terminal),
    ...section('How to mend it', flow(check.remediation), terminal),
    ...section('References', check.references, terminal),
  ]
}

const messageLines = (text: string | null, columns: number): string[] =>
  text === null ? [] : cleanLines(text).flatMap((line) => wrap(line, columns))

export function findingLines(finding: Finding, terminal: Terminal): string[] {
  const { columns, colours } = terminal
  const flow = (text: string) => wrap(clean(text), columns - 2)
  return [
    ...kindBlock(finding, columns, colours),
    '',
    ...findingBlock(finding, 1, columns, colours),
    ...section('What it is', flow(finding.description), terminal),
    ...section('Request', messageLines(finding.request, columns - 2), terminal),
    ...section('Response', messageLines(finding.response, columns - 2), terminal),
    ...section('References', finding.references.map(clean), terminal),
  ]
}

/** The newest finding whose fingerprint begins so, among the latest scans. */
async function searchFinding(client: Client, id: string): Promise<Finding | null> {
  for (const { id: scanId, status } of await client.recentScans(SCANS_SEARCHED)) {
    if (status === 'running') continue
    const { value } = await client.scan(scanId)
    const rows = value.results?.vulnerabilities ?? []
    const finding = rows.find(({ fingerprint }) => fingerprint.startsWith(id))
    if (finding) return finding
  }
  return null
}

async function explainFinding(context: Context, parsed: Parsed, id: string): Promise<string[]> {
  const session = await connect(context, parsed)
  try {
    const finding = await searchFinding(session.client, id)
    if (finding) return findingLines(finding, context.terminal)
    throw usageError(`No finding ${id} in the latest ${SCANS_SEARCHED} scans.`)
  } finally {
    await session.close()
  }
}

async function explainCheck(context: Context, id: string): Promise<string[]> {
  const check = (await readCatalogue()).find((check) => check.id === id)
  if (check) return checkLines(check, context.terminal)
  throw usageError(`No check is called "${clean(id)}". "palisade checks" lists them all.`)
}

async function run(context: Context, parsed: Parsed): Promise<ExitCode> {
  const id = parsed.positionals[0] ?? ''
  const lines = FINDING_ID.test(id)
    ? await explainFinding(context, parsed, id)
    : await explainCheck(context, id)
  context.terminal.out(`${lines.join('\n')}\n`)
  return EXIT.passed
}

export const explainCommand: Command = {
  name: 'explain',
  operands: ['<check-id|finding-id>'],
  summary: 'tell all about a check, or about a finding of a recent scan',
  options: SERVER_OPTIONS,
  examples: ['palisade explain xss.reflected', 'palisade explain 9b2e6d3d6f1a4d0c'],
  run,
}
