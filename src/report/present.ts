import { daysRemaining } from './due.ts'
import type { Finding, PresentedFinding } from './finding.ts'
import { fromIsoSeconds, type Instant } from './time.ts'

/** Lays over a stored finding what changes from day to day (tables.md §8). */
export const presentFinding = (finding: Finding, now: Instant): PresentedFinding => ({
  ...finding,
  days_remaining:
    finding.due_date === null ? null : daysRemaining(fromIsoSeconds(finding.due_date), now),
})
