import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Finding } from '../../src/report/finding.ts'
import { packRows } from '../../src/report/packed.ts'
import { CONFIDENCES, SEVERITIES } from '../../src/report/severity.ts'
import { summarise } from '../../src/report/summary.ts'
import { recount, withTriage, type Suppression } from '../../src/report/triage.ts'
import { aFinding } from '../support/findings.ts'
import { aReport, STARTED } from '../support/scans.ts'

const NOW = STARTED
const triaged = (row: Finding, given: Partial<Suppression> = {}): Suppression => ({
  fingerprint: row.fingerprint,
  state: 'accepted_risk',
  reason: 'Behind the office network.',
  by: 'key:1',
  until: null,
  ...given,
})
const mapOf = (...all: readonly Suppression[]) =>
  new Map(all.map((each) => [each.fingerprint, each]))

const HIGH = aFinding({ severity: 'high', due_date: '2026-12-20T10:00:00' }, 'high')
const LOW = aFinding({ severity: 'low' }, 'low')

describe('a suppressed finding', () => {
  it('becomes an info row that says what it would be, and leaves the summary', () => {
    const report = withTriage(aReport([HIGH, LOW]), mapOf(triaged(HIGH)), NOW)
    expect(report.summary).toMatchObject({ high: 0, low: 1, info: 0, risk_score: 4 })
    expect(report.results.vulnerabilities).toMatchObject([
      { fingerprint: LOW.fingerprint, status: 'vulnerable' },
      {
        fingerprint: HIGH.fingerprint,
        status: 'info',
        severity: 'info',
        cvss_score: 0,
        cvss_vector: null,
        potential_severity: 'high',
        due_date: null,
        triage: {
          state: 'accepted_risk',
          reason: 'Behind the office network.',
          by: 'key:1',
          until: null,
        },
      },
    ])
  })

  it('comes back at the very instant its triage ends', () => {
    const until = mapOf(triaged(HIGH, { until: NOW }))
    expect(withTriage(aReport([HIGH]), until, NOW - 1).summary.high).toBe(0)
    expect(withTriage(aReport([HIGH]), until, NOW)).toEqual(aReport([HIGH]))
  })

  it('keeps the potential severity of a suspicion', () => {
    const warning = aFinding({ status: 'warning', severity: 'info', potential_severity: 'medium' })
    const [row] = withTriage(aReport([warning]), mapOf(triaged(warning)), NOW).results
      .vulnerabilities
    expect(row).toMatchObject({ status: 'info', potential_severity: 'medium' })
  })

  it('is never a passed check, and no other row changes', () => {
    const safe = aFinding({ status: 'safe', severity: 'info' }, 'safe')
    const report = aReport([LOW, safe])
    expect(withTriage(report, mapOf(triaged(safe)), NOW)).toBe(report)
  })
})

const row = fc.record({
  seed: fc.integer({ min: 0, max: 40 }),
  severity: fc.constantFrom(...SEVERITIES),
  confidence: fc.constantFrom(...CONFIDENCES),
  status: fc.constantFrom('vulnerable' as const, 'warning' as const, 'safe' as const),
  isTriaged: fc.boolean(),
  ends: fc.constantFrom(null, NOW - 1, NOW, NOW + 1),
})
const rows = fc.uniqueArray(row, { selector: ({ seed }) => seed, maxLength: 20 })

describe('recount', () => {
  it('property: the counts of the packed rows are those of the report under the same triage', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const findings = given.map(({ seed, isTriaged: _, ends: __, ...fields }) =>
          aFinding({ ...fields, potential_severity: 'high' }, String(seed)),
        )
        const suppressions = mapOf(
          ...given.flatMap(({ isTriaged, ends }, index) => {
            const finding = findings[index]
            return isTriaged && finding ? [triaged(finding, { until: ends })] : []
          }),
        )
        const packed = packRows(findings)
        const told = withTriage(aReport(findings), suppressions, NOW)
        expect(recount(packed, suppressions, NOW)).toEqual(told.summary)
        expect(recount(packed, new Map(), NOW)).toEqual(summarise(findings))
        // Suppressing never adds anything.
        expect(told.summary.risk_score).toBeLessThanOrEqual(summarise(findings).risk_score)
      }),
    )
  })
})
