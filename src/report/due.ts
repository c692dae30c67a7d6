import type { Severity } from './severity.ts'
import { DAY, type Instant } from './time.ts'

/** Days to mend an issue, from the day it was first seen (decisions 3). */
export const SLA_DAYS: Readonly<Record<Severity, number | null>> = {
  critical: 7,
  high: 30,
  medium: 90,
  low: 120,
  info: null,
}

export function dueDate(severity: Severity, firstSeen: Instant): Instant | null {
  const days = SLA_DAYS[severity]
  return days === null ? null : firstSeen + days * DAY
}

/** Whole UTC days from today to the due day; negative when overdue. Changes at midnight UTC only. */
export const daysRemaining = (due: Instant, now: Instant): number =>
  Math.floor(due / DAY) - Math.floor(now / DAY)
