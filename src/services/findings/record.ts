import { z } from 'zod'

import type { IssueEvent, IssueRecord } from '../../db/triage.ts'
import { daysRemaining, dueDate } from '../../report/due.ts'
import { TRIAGE_STATES, type Triage } from '../../report/finding.ts'
import { parsePacked, unpackRow } from '../../report/packed.ts'
import { SEVERITIES, type Severity } from '../../report/severity.ts'
import { isoSeconds, type Instant } from '../../report/time.ts'
import { isInForce } from '../../report/triage.ts'

export const EVENT_KINDS = ['first_seen', 'fixed', 'reopened', 'triaged', 'triage_ended'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export type FindingEvent = Readonly<{
  at: string
  event: EventKind
  scan_id: string | null
  by: string | null
  triage: Readonly<{ state: Triage['state']; reason: string | null; until: string | null }> | null
}>

/** The life of an issue on an asset, over all scans of it (tables.md §6). */
export type FindingRecord = Readonly<{
  fingerprint: string
  asset: string
  check_id: string
  title: string
  severity: Severity
  status: 'open' | 'fixed'
  first_seen: string
  first_scan_id: string
  last_seen: string
  last_scan_id: string
  fixed_at: string | null
  reopened_at: string | null
  due_date: string | null
  days_remaining: number | null
  triage: Triage
  history: readonly FindingEvent[]
}>

const State = z.enum(TRIAGE_STATES)
const SeverityName = z.enum(SEVERITIES)
const Kind = z.enum(EVENT_KINDS)
const Detail = z.object({
  state: State.optional(),
  reason: z.string().nullish(),
  until: z.number().nullish(),
})
const OPEN: Triage = { state: 'open', reason: null, by: null, until: null }

const iso = (at: Instant | null): string | null => (at === null ? null : isoSeconds(at))

export function toFindingRecord({ issue, events, last }: IssueRecord, now: Instant): FindingRecord {
  const newest = parsePacked(last?.packed ?? null)
    .map(unpackRow)
    .find((row) => row.fingerprint === issue.fingerprint)
  const severity =
    newest?.potential_severity ?? newest?.severity ?? SeverityName.parse(issue.severity)
  const due = issue.fixedAt === null ? dueDate(severity, issue.firstSeen) : null
  const isTriaged = issue.triage !== 'open' && isInForce({ until: issue.triageUntil }, now)
  return {
    fingerprint: issue.fingerprint,
    asset: issue.host,
    check_id: issue.checkId,
    title: newest?.title ?? issue.title,
    severity,
    status: issue.fixedAt === null ? 'open' : 'fixed',
    first_seen: isoSeconds(issue.firstSeen),
    first_scan_id: issue.firstScanId,
    last_seen: isoSeconds(Math.max(issue.firstSeen, last?.startedAt ?? 0)),
    last_scan_id: last?.scanId ?? issue.firstScanId,
    fixed_at: iso(issue.fixedAt),
    reopened_at: iso(issue.reopenedAt),
    due_date: iso(due),
    days_remaining: due === null ? null : daysRemaining(due, now),
    triage: isTriaged
      ? {
          state: State.parse(issue.triage),
          reason: issue.triageReason,
          by: issue.triageBy,
          until: iso(issue.triageUntil),
        }
      : OPEN,
    history: events.map(toEvent),
  }
}

function toEvent(event: IssueEvent): FindingEvent {
  const { state, reason, until } = Detail.parse(JSON.parse(event.detail))
  return {
    at: isoSeconds(event.at),
    event: Kind.parse(event.kind),
    scan_id: event.scanId,
    by: event.actor,
    triage:
      state === undefined ? null : { state, reason: reason ?? null, until: iso(until ?? null) },
  }
}
