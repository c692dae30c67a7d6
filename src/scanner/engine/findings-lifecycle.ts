import { dueDate } from '../../report/due.ts'
import type { Finding } from '../../report/finding.ts'
import { isoSeconds, type Instant } from '../../report/time.ts'

/**
 * Dates the issues: `firstSeen` knows those of earlier scans by fingerprint, the others are new.
 * Rows of passed and untested checks have no life and keep their nulls.
 */
export const withLifecycle = (
  findings: readonly Finding[],
  firstSeen: ReadonlyMap<string, Instant>,
  now: Instant,
): readonly Finding[] =>
  findings.map((finding) => {
    if (finding.status !== 'vulnerable' && finding.status !== 'warning') return finding
    const first = firstSeen.get(finding.fingerprint) ?? now
    const due = dueDate(finding.severity, first)
    return {
      ...finding,
      first_seen: isoSeconds(first),
      last_seen: isoSeconds(now),
      due_date: due === null ? null : isoSeconds(due),
    }
  })
