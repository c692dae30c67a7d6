import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { daysRemaining, dueDate } from '../../src/report/due.ts'
import { presentFinding } from '../../src/report/present.ts'
import { DAY, fromIsoSeconds, HOUR, isoSeconds } from '../../src/report/time.ts'
import { aFinding } from '../support/findings.ts'

const FIRST = fromIsoSeconds('2026-11-20T10:00:00')

describe('dueDate', () => {
  it.each([
    ['critical', '2026-11-27T10:00:00'],
    ['high', '2026-12-20T10:00:00'],
    ['medium', '2027-02-18T10:00:00'],
    ['low', '2027-03-20T10:00:00'],
  ] as const)('%s is due at %s', (severity, due) => {
    const at = dueDate(severity, FIRST)
    expect(at === null ? null : isoSeconds(at)).toBe(due)
  })

  it('info is never due', () => {
    expect(dueDate('info', FIRST)).toBeNull()
  })
})

describe('daysRemaining', () => {
  it.each([
    ['the day it is found', FIRST, 7],
    ['one second before midnight', fromIsoSeconds('2026-11-20T23:59:59'), 7],
    ['at midnight', fromIsoSeconds('2026-11-21T00:00:00'), 6],
    ['on the due day', FIRST + 7 * DAY + HOUR, 0],
    ['after it', FIRST + 9 * DAY, -2],
  ])('%s', (_, now, days) => {
    expect(daysRemaining(FIRST + 7 * DAY, now)).toBe(days)
  })

  it('falls by one a day, for any instants', () => {
    const instant = fc.integer({ min: 0, max: 4_000_000_000_000 })
    fc.assert(
      fc.property(instant, instant, (due, now) => {
        expect(daysRemaining(due, now + DAY)).toBe(daysRemaining(due, now) - 1)
      }),
    )
  })
})

describe('presentFinding', () => {
  it('lays the days over, and null where nothing is due', () => {
    const due = aFinding({ due_date: '2026-11-27T10:00:00' })
    expect(presentFinding(due, FIRST)).toEqual({ ...due, days_remaining: 7 })
    expect(presentFinding(aFinding(), FIRST).days_remaining).toBeNull()
  })
})
