import { and, asc, desc, eq, lte, ne, or, sql } from 'drizzle-orm'

import type { TriageState } from '../report/finding.ts'
import type { Instant } from '../report/time.ts'
import { auditStatement, type AuditEntry } from './audit-log.ts'
import type { Database } from './database.ts'
import type { AssetRef } from './findings.ts'
import { assets, findingEvents, findings, scans } from './schema.ts'

export type IssueRef = AssetRef & Readonly<{ fingerprint: string }>

const ofIssue = (issue: IssueRef) =>
  and(
    eq(findings.accountId, issue.accountId),
    eq(findings.host, issue.host),
    eq(findings.fingerprint, issue.fingerprint),
  )

/** The host of an asset named by its host or its id; a text that is neither stays as it is. */
export async function hostOfAsset(db: Database, accountId: string, asset: string): Promise<string> {
  const row = await db
    .select({ host: assets.host })
    .from(assets)
    .where(and(eq(assets.accountId, accountId), or(eq(assets.id, asset), eq(assets.host, asset))))
    .get()
  return row?.host ?? asset
}

export type IssueRow = Readonly<typeof findings.$inferSelect>
export type IssueEvent = Readonly<
  Pick<typeof findingEvents.$inferSelect, 'at' | 'kind' | 'scanId' | 'actor' | 'detail'>
>
/** The newest completed scan that holds the issue, with its packed rows. */
export type LastHolder = Readonly<{ scanId: string; startedAt: Instant; packed: string | null }>
export type IssueRecord = Readonly<{
  issue: IssueRow
  events: readonly IssueEvent[]
  last: LastHolder | null
}>

/** Everything that is known of an issue's life, or null where it was never seen on the asset. */
export async function findIssue(db: Database, ref: IssueRef): Promise<IssueRecord | null> {
  const [[issue], events, [last]] = await db.batch([
    db.select().from(findings).where(ofIssue(ref)),
    db
      .select({
        at: findingEvents.at,
        kind: findingEvents.kind,
        scanId: findingEvents.scanId,
        actor: findingEvents.actor,
        detail: findingEvents.detail,
      })
      .from(findingEvents)
      .where(
        and(
          eq(findingEvents.accountId, ref.accountId),
          eq(findingEvents.host, ref.host),
          eq(findingEvents.fingerprint, ref.fingerprint),
        ),
      )
      .orderBy(asc(findingEvents.at), asc(findingEvents.kind)),
    db
      .select({ scanId: scans.id, startedAt: scans.startedAt, packed: scans.packed })
      .from(scans)
      .where(
        and(
          eq(scans.accountId, ref.accountId),
          eq(scans.host, ref.host),
          eq(scans.status, 'completed'),
          sql`instr(${scans.packed}, ${ref.fingerprint}) > 0`,
        ),
      )
      .orderBy(desc(scans.startedAt), desc(scans.id))
      .limit(1),
  ])
  return issue === undefined ? null : { issue, events, last: last ?? null }
}

export type TriageChange = Readonly<{
  state: TriageState
  reason: string | null
  by: string
  until: Instant | null
  at: Instant
}>

/** Sets the triage of an issue, its event and its audit entry: all or nothing. */
export async function setTriage(
  db: Database,
  issue: IssueRef,
  change: TriageChange,
  audit: AuditEntry,
): Promise<void> {
  const { state, reason, by, until, at } = change
  const isOpen = state === 'open'
  await db.batch([
    db
      .update(findings)
      .set({
        triage: state,
        triageReason: isOpen ? null : reason,
        triageBy: isOpen ? null : by,
        triageAt: isOpen ? null : at,
        triageUntil: isOpen ? null : until,
      })
      .where(ofIssue(issue)),
    eventStatement(db, issue, {
      at,
      kind: 'triaged',
      scanId: null,
      actor: by,
      detail: JSON.stringify({ state, reason, until }),
    }),
    auditStatement(db, audit),
  ])
}

const eventStatement = (db: Database, issue: IssueRef, event: IssueEvent) =>
  db
    .insert(findingEvents)
    .values({ ...issue, ...event })
    .onConflictDoUpdate({
      target: [
        findingEvents.accountId,
        findingEvents.host,
        findingEvents.fingerprint,
        findingEvents.at,
        findingEvents.kind,
      ],
      set: { actor: event.actor, detail: event.detail },
    })

export type EndedTriage = IssueRef & Readonly<{ state: string; until: Instant }>

/** For the cron: triages of every account whose end has come, the longest ended first. */
export async function pageEndedTriages(
  db: Database,
  now: Instant,
  size: number,
): Promise<readonly EndedTriage[]> {
  const rows = await db
    .select({
      accountId: findings.accountId,
      host: findings.host,
      fingerprint: findings.fingerprint,
      state: findings.triage,
      until: findings.triageUntil,
    })
    .from(findings)
    .where(and(lte(findings.triageUntil, now), ne(findings.triage, 'open')))
    .orderBy(asc(findings.triageUntil))
    .limit(size)
  return rows.flatMap(({ until, ...row }) => (until === null ? [] : [{ ...row, until }]))
}

/** Opens an issue whose triage has ended, unless it was triaged anew meanwhile. */
export async function endTriage(
  db: Database,
  { state, until, ...issue }: EndedTriage,
  audit: AuditEntry,
): Promise<boolean> {
  const [changed] = await db.batch([
    db
      .update(findings)
      .set({
        triage: 'open',
        triageReason: null,
        triageBy: null,
        triageAt: null,
        triageUntil: null,
      })
      .where(and(ofIssue(issue), eq(findings.triage, state), eq(findings.triageUntil, until)))
      .returning({ fingerprint: findings.fingerprint }),
    eventStatement(db, issue, {
      at: until,
      kind: 'triage_ended',
      scanId: null,
      actor: null,
      detail: JSON.stringify({ state }),
    }),
    auditStatement(db, audit),
  ])
  return changed.length > 0
}
