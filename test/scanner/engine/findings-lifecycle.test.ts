import { expect, it } from 'vitest'

import { fromIsoSeconds } from '../../../src/report/time.ts'
import { withLifecycle } from '../../../src/scanner/engine/findings-lifecycle.ts'
import { aFinding } from '../../support/findings.ts'

const NOW = fromIsoSeconds('2026-11-20T10:00:00')

it('dates a new issue from now and a known one from when it was first seen', () => {
  const fresh = aFinding({ severity: 'high' }, 'fresh')
  const known = aFinding({ severity: 'critical' }, 'known')
  const seen = new Map([[known.fingerprint, fromIsoSeconds('2026-11-01T08:00:00')]])
  expect(withLifecycle([fresh, known], seen, NOW)).toMatchObject([
    {
      first_seen: '2026-11-20T10:00:00',
      last_seen: '2026-11-20T10:00:00',
      due_date: '2026-12-20T10:00:00',
    },
    {
      first_seen: '2026-11-01T08:00:00',
      last_seen: '2026-11-20T10:00:00',
      due_date: '2026-11-08T08:00:00',
    },
  ])
})

it('dates a warning but gives it no due date', () => {
  const warning = aFinding({ status: 'warning', severity: 'info', potential_severity: 'high' })
  expect(withLifecycle([warning], new Map(), NOW)).toMatchObject([
    { first_seen: '2026-11-20T10:00:00', due_date: null },
  ])
})

it.each(['safe', 'info'] as const)('leaves %s rows as they are', (status) => {
  const row = aFinding({ status, severity: 'info' })
  expect(withLifecycle([row], new Map([[row.fingerprint, 0]]), NOW)).toEqual([row])
})
