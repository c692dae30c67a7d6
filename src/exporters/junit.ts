import type { Finding } from '../report/finding.ts'
import type { CoverageItem, Report } from '../report/report.ts'
import { isAtLeast, type Severity } from '../report/severity.ts'
import { fromIsoSeconds, SECOND } from '../report/time.ts'
import { cut } from './cut.ts'
import { utf8, type Exporter } from './exporter.ts'
import { hostOf, placeLine } from './place.ts'
import { rowsOf, severityAs, titlesOf } from './rows.ts'
import { element, XML_HEAD, xmlText, type Xml } from './xml.ts'

const DEFAULT_FAIL_ON: Severity = 'low'
/** GitLab takes 30 MB a file; a case names its finding, the whole evidence is in the report. */
const TEXT_CHARS = 4000

type Case = Readonly<{
  kind: 'passed' | 'failure' | 'error' | 'skipped'
  /** GitLab's suite: what belongs together. */
  group: string
  name: string
  inner: Xml | null
}>

/** JUnit XML as Jenkins' xUnit schema, GitLab and GitHub actions read it: one case per check run. */
export const junit: Exporter = {
  name: 'junit',
  contentType: 'application/xml',
  extension: 'junit.xml',
  version: 1,
  render: (report, { failOn = DEFAULT_FAIL_ON } = {}) =>
    utf8(XML_HEAD + suites(report, casesOf(report, failOn)).xml),
}

function casesOf(report: Report, failOn: Severity): readonly Case[] {
  const rows = rowsOf(report)
  const titles = titlesOf(report)
  const categories = new Map(
    report.results.vulnerabilities.map((row) => [row.check_id, row.category]),
  )
  const checked = (item: CoverageItem, kind: Case['kind'], inner: Xml | null): Case => ({
    kind,
    group: groupName(categories.get(item.check_id) ?? '', item.check_id),
    name: titles.get(item.check_id) ?? item.check_id,
    inner,
  })
  return [
    ...(report.scan.status === 'failed' ? [failedScan(report)] : []),
    ...rows.issues.map((row) => (isAtLeast(row.severity, failOn) ? failure(row) : tolerated(row))),
    ...rows.suppressed.map(skipped),
    ...rows.warnings.map((row) => noted(row, 'Suspicious, not proved')),
    ...rows.observations.map((row) => noted(row, 'Observed')),
    ...rows.passed.map((item) => checked(item, 'passed', null)),
    ...rows.notTested.map((item) => checked(item, 'skipped', notRun(item))),
  ]
}

/** Dots part the levels of the tree in Jenkins. */
const groupName = (category: string, checkId: string): string =>
  `${category.replaceAll('.', ' ').trim() || 'Checks'}.${checkId}`

const caseOf = (row: Finding, kind: Case['kind'], inner: Xml): Case => ({
  kind,
  group: groupName(row.category, row.check_id),
  name: `${row.title}: ${placeLine(row)}`,
  inner,
})

const failure = (row: Finding): Case =>
  caseOf(
    row,
    'failure',
    element('failure', { type: row.severity, message: headline(row) }, xmlText(details(row))),
  )

const tolerated = (row: Finding): Case => noted(row, 'Found, below the threshold')

const noted = (row: Finding, word: string): Case =>
  caseOf(
    row,
    'passed',
    element('system-out', {}, xmlText(`${word} (${severityAs(row)}).\n${details(row)}`)),
  )

function skipped(row: Finding): Case {
  const { state, reason, by, until } = row.triage
  const message = [
    `Suppressed: ${state.replaceAll('_', ' ')}`,
    reason,
    by && `by ${by}`,
    until && `until ${until}`,
  ]
  const text = message.filter(Boolean).join(', ')
  return caseOf(row, 'skipped', element('skipped', { message: text }, xmlText(text)))
}

function notRun(item: CoverageItem): Xml {
  const text = `Not tested: ${item.reason ?? 'no reason given'}`
  return element('skipped', { message: text }, xmlText(text))
}

function failedScan({ scan }: Report): Case {
  const text = scan.error?.message ?? 'The scan failed.'
  const type = scan.error?.code ?? 'internal_error'
  const inner = element('error', { type, message: cut(text, 200) }, xmlText(text))
  return { kind: 'error', group: 'Scan.scan', name: 'The scan ran to its end', inner }
}

const headline = (row: Finding): string =>
  cut(`${row.severity} ${row.cvss_score.toFixed(1)}: ${row.title} (${row.cwe_id})`, 300)

const details = (row: Finding): string =>
  [
    row.description,
    `URL: ${row.method} ${row.url}`,
    row.parameter === '' ? '' : `Parameter: ${row.parameter} (${row.location})`,
    `${row.cwe_id} ${row.cwe_name}, ${row.owasp_id}, CVSS ${row.cvss_score.toFixed(1)} ${row.cvss_vector ?? ''}`,
    `Confidence: ${row.confidence}. ${row.confidence_reason}`,
    `Evidence:\n${cut(row.evidence, TEXT_CHARS)}`,
    row.curl === null ? '' : `Reproduce: ${cut(row.curl, TEXT_CHARS)}`,
    `Remediation: ${row.ai_remediation ?? row.remediation}`,
    `Fingerprint: ${row.fingerprint}`,
  ]
    .filter((line) => line !== '')
    .join('\n')

function suites(report: Report, cases: readonly Case[]): Xml {
  const { scan } = report
  const count = (kind: Case['kind']) => cases.filter((each) => each.kind === kind).length
  const time = (fromIsoSeconds(scan.completed_at) - fromIsoSeconds(scan.started_at)) / SECOND
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error') }
  const suite = element(
    'testsuite',
    {
      name: scan.target_url,
      ...counts,
      skipped: count('skipped'),
      time: time.toFixed(3),
      timestamp: scan.started_at,
      hostname: hostOf(scan.target_url),
    },
    properties(report),
    ...uniquelyNamed(cases).map(({ name, group, inner }) =>
      element(
        'testcase',
        { classname: group, name, time: '0' },
        ...(inner === null ? [] : [inner]),
      ),
    ),
  )
  return element('testsuites', { name: 'Palisade', ...counts, time: time.toFixed(3) }, suite)
}

function properties({ scan, summary }: Report): Xml {
  const values = {
    scan_id: scan.id,
    profile: scan.profile,
    engine_version: scan.engine_version,
    risk_score: summary.risk_score,
  }
  return element(
    'properties',
    {},
    ...Object.entries(values).map(([name, value]) => element('property', { name, value })),
  )
}

/** GitLab drops the second case of one name. */
function uniquelyNamed(cases: readonly Case[]): readonly Case[] {
  const seen = new Map<string, number>()
  return cases.map((each) => {
    const name = cut(each.name, 500)
    const key = `${each.group}\n${name}`
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return { ...each, name: times === 1 ? name : `${name} #${times}` }
  })
}
