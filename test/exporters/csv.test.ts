import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { csvCell } from '../../src/exporters/csv-cell.ts'
import { csv } from '../../src/exporters/csv.ts'
import type { ExportOptions } from '../../src/exporters/exporter.ts'
import { cleanText } from '../../src/exporters/clean.ts'
import type { Report } from '../../src/report/report.ts'
import { readCsv } from '../support/csv-read.ts'
import { hostileReport } from '../support/hostile-report.ts'
import { HOSTILE, MEGABYTE } from '../support/hostile-strings.ts'
import { anyText, HOSTILE_ROWS } from '../support/hostile-text.ts'
import { reportFixture } from '../support/report-fixture.ts'

const COLUMNS =
  'scan_id,target_url,scan_type,completed_at,finding_id,fingerprint,title,category,owasp_id,cwe_id,severity,status,confidence,cvss_score,url,method,parameter,description,evidence,remediation,first_seen,due_date,tags'
const DEFECTDOJO =
  'Date,Title,CweId,Url,Severity,Description,Mitigation,Impact,References,Active,Verified,FalsePositive,Duplicate'

// The decoder would take the byte order mark away.
const textOf = (report: Report, options: ExportOptions = {}): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(csv.render(report, options))

const recordsOf = (report: Report, options: ExportOptions = {}) =>
  readCsv(textOf(report, options).replace(/^\ufeff/, ''))

it('starts with a byte order mark and the columns, and ends lines as RFC 4180 does', () => {
  const text = textOf(reportFixture(3))
  expect(text.startsWith(`\ufeff${COLUMNS}\r\n`)).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  expect(recordsOf(reportFixture(3)).map((record) => record.length)).toEqual([23, 23, 23, 23])
})

it('has a row per issue, and others when asked', () => {
  expect(recordsOf(reportFixture(10))).toHaveLength(1 + 10)
  const all = recordsOf(reportFixture(10), { includeAll: true })
  expect(all).toHaveLength(1 + 10 + 3 * 8)
  const statuses = new Set(all.slice(1).map((record) => record[11]))
  expect(statuses).toEqual(new Set(['vulnerable', 'accepted_risk', 'warning', 'safe', 'info']))
})

describe('for DefectDojo', () => {
  const options = { profile: 'defectdojo' } as const

  it('has no byte order mark: its reader takes it for a part of the first name', () => {
    expect(textOf(reportFixture(1), options).startsWith(`${DEFECTDOJO}\r\n`)).toBe(true)
  })

  it('has what its parser does not fail on', () => {
    for (const record of recordsOf(reportFixture(20), options).slice(1)) {
      expect(record).toHaveLength(13)
      expect(record[0]).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(record[2]).toMatch(/^\d+$/)
      expect(['Info', 'Low', 'Medium', 'High', 'Critical']).toContain(record[4])
    }
  })
})

it.each([
  ['plain', 'plain'],
  [null, ''],
  [-7.5, '-7.5'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\u00a0 +x', "'\u00a0 +x"],
  ['\uff1d1', "'\uff1d1"],
  ['\ttab', "'\ttab"],
  ['\r\nx', '"\'\r\nx"'],
  ['a=b', 'a=b'],
  ['a\0b', 'a\ufffdb'],
])('writes %j as %j', (cell, written) => {
  expect(csvCell(cell)).toBe(written)
})

it('cuts what a cell of a spreadsheet cannot hold', () => {
  expect(csvCell('x'.repeat(40_000)).length).toBeLessThan(32_767)
  expect(csvCell('x'.repeat(40_000))).toMatch(/\[8000 characters left out\]$/)
})

/** A first character that a spreadsheet computes, behind blanks as well. */
const IS_FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/

function holds(text: string): void {
  const [, record] = recordsOf(hostileReport([text]))
  expect(record).toHaveLength(23)
  expect(record?.filter((cell) => IS_FORMULA.test(cell))).toEqual([])
  const clean = cleanText(text)
  expect([clean, `'${clean}`]).toContain(record?.[18])
}

describe('hostile text', () => {
  it.each(HOSTILE_ROWS)('%s', (_, text) => {
    expect.hasAssertions()
    holds(text)
  })

  it('a megabyte, and whatever else', () => {
    expect(recordsOf(hostileReport([MEGABYTE]))).toHaveLength(2)
    fc.assert(fc.property(anyText, holds), { numRuns: 200 })
  })

  it('all of it in one file', () => {
    const report = hostileReport(Object.values(HOSTILE))
    expect(recordsOf(report, { includeAll: true })).toHaveLength(
      1 + 3 * Object.keys(HOSTILE).length,
    )
  })
})
