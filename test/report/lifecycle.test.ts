import { describe, expect, it } from 'vitest'

import { lifecycleChange, type KnownIssue } from '../../src/report/lifecycle.ts'
import type { Report } from '../../src/report/report.ts'
import { DAY } from '../../src/report/time.ts'
import { aFinding } from '../support/findings.ts'
import { aReport, STARTED } from '../support/scans.ts'

const ISSUE = aFinding()
const SCAN = { startedAt: STARTED, only: null, reachOf: () => 'path' as const }
const NOTHING = { created: [], fixed: [], reopened: [] }

const known = (given: Partial<KnownIssue> = {}): KnownIssue => ({
  fingerprint: ISSUE.fingerprint,
  check_id: ISSUE.check_id,
  origin: 'http://shop.test',
  path_template: '/item',
  login: 'none',
  firstSeen: STARTED - DAY,
  fixedAt: null,
  reopenedAt: null,
  triage: 'open',
  triageAt: null,
  ...given,
})

function scanned(rows = [ISSUE], scan: Partial<Report['scan']> = {}): Report {
  const coverage: Report['coverage'] = [
    {
      check_id: 'demo.check',
      outcome: 'passed',
      points: 1,
      requests: 1,
      elapsed_ms: 0,
      reason: null,
    },
  ]
  const report = aReport(rows, { coverage })
  return { ...report, scan: { ...report.scan, answered_paths: ['/item'], ...scan } }
}

describe('the life of a finding', () => {
  it('begins with the scan that sees it first, with all that a later scan must have looked at', () => {
    expect(lifecycleChange([], scanned(), SCAN).created).toEqual([
      {
        fingerprint: ISSUE.fingerprint,
        check_id: 'demo.check',
        origin: 'http://shop.test',
        path_template: '/item',
        login: 'none',
        title: 'Demo weakness',
        severity: 'high',
      },
    ])
  })

  it('is not written while it stays the same', () => {
    expect(lifecycleChange([known()], scanned(), SCAN)).toEqual(NOTHING)
    expect(lifecycleChange([known({ fixedAt: STARTED - 1 })], scanned([]), SCAN)).toEqual(NOTHING)
  })

  it('is fixed by a completed scan that looked for it and did not see it', () => {
    expect(lifecycleChange([known()], scanned([]), SCAN).fixed).toEqual([ISSUE.fingerprint])
  })

  it.each<[string, KnownIssue, Partial<Report['scan']>]>([
    ['the scan failed', known(), { status: 'failed' }],
    ['its path was not answered', known(), { answered_paths: ['/'] }],
    ['the login is of another kind', known(), { login: 'token' }],
    ['its origin was out of scope', known({ origin: 'https://shop.test' }), {}],
    ['it was first seen while this scan ran', known({ firstSeen: STARTED + 1 }), {}],
    ['it was opened again while this scan ran', known({ reopenedAt: STARTED + 1 }), {}],
  ])('is not fixed when %s', (_name, issue, scan) => {
    expect(lifecycleChange([issue], scanned([], scan), SCAN)).toEqual(NOTHING)
  })

  it('opens again when it is seen after it was fixed, not by a scan that began before', () => {
    const issue = known({ fixedAt: STARTED - 1 })
    const again = [{ fingerprint: ISSUE.fingerprint, wasMitigated: false }]
    expect(lifecycleChange([issue], scanned(), SCAN).reopened).toEqual(again)
    const later = known({ fixedAt: STARTED + 1 })
    expect(lifecycleChange([later], scanned(), SCAN)).toEqual(NOTHING)
  })

  it('opens again when it was called mitigated and is seen by a later scan', () => {
    const issue = known({ triage: 'mitigated', triageAt: STARTED - 1 })
    const again = [{ fingerprint: ISSUE.fingerprint, wasMitigated: true }]
    expect(lifecycleChange([issue], scanned(), SCAN).reopened).toEqual(again)
    for (const other of [
      known({ triage: 'mitigated', triageAt: STARTED + 1 }),
      known({ triage: 'accepted_risk', triageAt: STARTED - 1 }),
      known({ triage: 'false_positive', triageAt: STARTED - 1 }),
    ]) {
      expect(lifecycleChange([other], scanned(), SCAN)).toEqual(NOTHING)
    }
  })

  it('is touched by a re-test only where it is the finding tested again', () => {
    const other = aFinding({}, 'other')
    const two = [known(), known({ fingerprint: other.fingerprint })]
    const only = { ...SCAN, only: ISSUE.fingerprint }
    expect(lifecycleChange(two, scanned([]), only).fixed).toEqual([ISSUE.fingerprint])
    expect(lifecycleChange([], scanned([ISSUE, other]), only).created).toHaveLength(1)
    const fixed = two.map((issue) => ({ ...issue, fixedAt: STARTED - 1 }))
    expect(lifecycleChange(fixed, scanned([ISSUE, other]), only).reopened).toHaveLength(1)
  })
})
