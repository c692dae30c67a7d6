import { describe, expect, it } from 'vitest'

import { DAY } from '../../../src/report/time.ts'
import { presentScan, presentV1 } from '../../../src/services/scans/present.ts'
import { aFinding } from '../../support/findings.ts'
import { aReport, aScan, COMPLETED } from '../../support/scans.ts'

const SUMMARY = { risk_score: 35, critical: 0, high: 1, medium: 0, low: 0, info: 0 }
const ROWS = [
  aFinding({ due_date: '2026-12-20T10:00:00' }, 'a'),
  aFinding({ status: 'warning', severity: 'info', potential_severity: 'low' }, 'b'),
  aFinding({ status: 'safe', severity: 'info' }, 'c'),
  aFinding({ status: 'info', severity: 'info' }, 'd'),
]

const daysOf = (now: number) =>
  presentScan(aScan(), aReport(ROWS), now).results?.vulnerabilities[0]?.days_remaining

describe('presentScan', () => {
  it('has the fields of the API document, with times without a zone', () => {
    const scan = presentScan(aScan({ summary: SUMMARY }), aReport(ROWS), COMPLETED)
    const documented = ['id', 'target_url', 'target_ip', 'scan_type', 'status', 'tags', 'notes']
    const rest = ['scan_authorized', 'started_at', 'completed_at', 'summary', 'results']
    expect(Object.keys(scan).slice(0, 12)).toEqual([...documented, ...rest])
    expect(scan).toMatchObject({
      started_at: '2026-11-20T10:00:00',
      completed_at: '2026-11-20T10:02:31',
      summary: SUMMARY,
    })
  })

  it('lists every row, passed and not-tested ones too', () => {
    const { results } = presentScan(aScan(), aReport(ROWS), COMPLETED)
    expect(results?.vulnerabilities.map((row) => row.status)).toEqual(ROWS.map((row) => row.status))
  })

  it('counts the days that remain from the day of reading', () => {
    expect(daysOf(COMPLETED)).toBe(30)
    expect(daysOf(COMPLETED + 31 * DAY)).toBe(-1)
  })

  it('lays tags and notes of the row over the report, and counts the rows that it shows', () => {
    const report = aReport(ROWS, { summary: SUMMARY })
    const stale = { ...SUMMARY, high: 9 }
    const scan = presentScan(aScan({ tags: ['now'], notes: 'seen', summary: stale }), report, 0)
    expect(scan).toMatchObject({ tags: ['now'], notes: 'seen', summary: SUMMARY })
  })

  it('has no results and no end while the scan runs', () => {
    const running = aScan({ status: 'running', completedAt: null, summary: SUMMARY })
    const scan = presentScan(running, null, COMPLETED)
    expect(scan).toMatchObject({ results: null, completed_at: null, summary: SUMMARY })
  })
})

describe('presentV1', () => {
  it('lists actionable findings only', () => {
    const { findings } = presentV1(aScan(), aReport(ROWS), COMPLETED)
    expect(findings?.map((finding) => finding.status)).toEqual(['vulnerable'])
  })

  it('has both variants of each name', () => {
    const scan = presentV1(aScan(), aReport(), COMPLETED)
    expect(scan.id).toBe(scan.scan_id)
    expect(scan.target_url).toBe(scan.target)
  })

  it.each([
    ['running', null],
    ['failed', []],
    ['completed', []],
  ] as const)('findings of a %s scan without report: %j', (status, findings) => {
    expect(presentV1(aScan({ status }), null, COMPLETED).findings).toEqual(findings)
  })
})
