import type { Report } from '../../report/report.ts'
import { presentFinding } from '../../report/present.ts'
import type { Instant } from '../../report/time.ts'
import { isoSeconds } from '../../report/time.ts'
import type { ScanRecord } from '../scans/record.ts'

/** An event of the progress stream (API document L272, decisions 46). */
export type ProgressEvent = Readonly<{
  type: 'progress' | 'finding' | 'done' | 'error'
  data: Readonly<Record<string, unknown>>
}>

/**
 * What a late follower of an ended scan is told, in the order a live one saw it: the last
 * progress, every issue proved or suspected, and how it ended. An event's id is its place, from 1.
 */
export function endedEvents(
  scan: ScanRecord,
  report: Report | null,
  now: Instant,
): readonly ProgressEvent[] {
  const findings = (report?.results.vulnerabilities ?? []).filter(
    ({ status }) => status === 'vulnerable' || status === 'warning',
  )
  return [
    { type: 'progress', data: lastProgress(scan, report, findings.length) },
    ...findings.map((finding): ProgressEvent => ({
      type: 'finding',
      data: presentFinding(finding, now),
    })),
    ending(scan),
  ]
}

function lastProgress(scan: ScanRecord, report: Report | null, findingsCount: number) {
  return {
    scan_id: scan.id,
    percent: 100,
    phase: 'done',
    message: scan.status === 'completed' ? 'The scan has completed.' : 'The scan has failed.',
    requests_sent: report?.scan.requests_sent ?? 0,
    urls_found: report?.urls.length ?? 0,
    findings_count: findingsCount,
    elapsed_ms: (scan.completedAt ?? scan.startedAt) - scan.startedAt,
  }
}

function ending(scan: ScanRecord): ProgressEvent {
  const { id: scan_id, status, error, summary, completedAt } = scan
  if (error !== null) {
    return { type: 'error', data: { scan_id, code: error.code, error: error.message } }
  }
  const completed_at = completedAt === null ? null : isoSeconds(completedAt)
  return { type: 'done', data: { scan_id, status, summary, completed_at } }
}

/** One event on the wire: no `event:` line, so that every client's message handler gets it. */
export const frameOf = (event: ProgressEvent, id: number): string =>
  `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`
