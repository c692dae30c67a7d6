import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cleanText } from '../../src/exporters/clean.ts'
import { defectdojo } from '../../src/exporters/defectdojo.ts'
import type { Report } from '../../src/report/report.ts'
import { hostileReport, largeReport } from '../support/hostile-report.ts'
import { HOSTILE, MEGABYTE } from '../support/hostile-strings.ts'
import { anyText, HOSTILE_ROWS } from '../support/hostile-text.ts'
import { reportFixture } from '../support/report-fixture.ts'

/** Keys of its Generic Findings Import that we write; it refuses a file with any other. */
const REQUIRED = ['title', 'severity', 'description']
const ALLOWED = new Set([
  ...REQUIRED,
  'date',
  'cwe',
  'cvssv3',
  'cvssv3_score',
  'mitigation',
  'impact',
  'steps_to_reproduce',
  'severity_justification',
  'references',
  'active',
  'verified',
  'false_p',
  'risk_accepted',
  'is_mitigated',
  'param',
  'unique_id_from_tool',
  'vuln_id_from_tool',
  'scanner_confidence',
  'nb_occurences',
  'dynamic_finding',
  'static_finding',
  'planned_remediation_date',
  'tags',
  'endpoints',
])

type Row = Readonly<Record<string, unknown>>
const findingsOf = (report: Report): readonly Row[] =>
  JSON.parse(new TextDecoder().decode(defectdojo.render(report))).findings

/** What its parser, its model or its database would refuse. */
function faultsOf(row: Row): readonly string[] {
  const texts = Object.values(row)
    .flat()
    .filter((value) => typeof value === 'string')
  const tags = row['tags'] as readonly string[]
  const endpoints = row['endpoints'] as readonly string[]
  return [
    ...Object.keys(row).filter((key) => !ALLOWED.has(key)),
    ...REQUIRED.filter((key) => typeof row[key] !== 'string'),
    ...(/^(?:Info|Low|Medium|High|Critical)$/.test(String(row['severity'])) ? [] : ['severity']),
    ...(Number.isInteger(row['cwe']) ? [] : ['cwe']),
    ...(String(row['title']).length <= 511 ? [] : ['title']),
    ...tags.filter((tag) => tag === '' || /[\s,'"]/.test(tag)),
    ...endpoints.filter((url) => !URL.canParse(url)),
    ...texts.filter((text) => text.includes('\0') || !text.isWellFormed()),
  ]
}

it('has what the importer reads, and suppressed findings as such', () => {
  const rows = findingsOf(reportFixture(30))
  expect(rows.flatMap(faultsOf)).toEqual([])
  expect(rows).toHaveLength(30 + 8)
  expect(rows.filter((row) => row['active'] === true)).toHaveLength(30)
  expect(rows.filter((row) => row['risk_accepted'] === true)).toHaveLength(8)
  expect(new Set(rows.map((row) => row['unique_id_from_tool'])).size).toBe(38)
})

it('carries the vector, the due day and the way to reproduce', () => {
  expect(findingsOf(reportFixture(30))[0]).toMatchObject({
    severity: 'Critical',
    cvssv3: expect.stringMatching(/^CVSS:3\.1\//),
    planned_remediation_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    steps_to_reproduce: expect.stringMatching(/^```sh\ncurl /),
    nb_occurences: expect.any(Number),
  })
})

function holds(text: string): void {
  const rows = findingsOf(hostileReport([text]))
  expect(rows.flatMap(faultsOf)).toEqual([])
  const block = cleanText(text).replace(/\r\n?/g, '\n').replace(/\n$/, '')
  expect(rows[0]?.['description']).toContain(`\n${block}\n`)
}

describe('hostile text', () => {
  it.each(HOSTILE_ROWS)('%s', (_, text) => {
    expect.hasAssertions()
    holds(text)
  })

  it('a megabyte, and whatever else', () => {
    expect(findingsOf(largeReport(MEGABYTE)).flatMap(faultsOf)).toEqual([])
    expect(findingsOf(hostileReport(Object.values(HOSTILE))).flatMap(faultsOf)).toEqual([])
    fc.assert(fc.property(anyText, holds), { numRuns: 200 })
  })
})
