import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'

import { TRIAGE_STATES } from '../report/finding.ts'
import type { KnownIssue, LifecycleChange } from '../report/lifecycle.ts'
import type { Suppression, Suppressions } from '../report/triage.ts'
import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'
import { findings, scans } from './schema.ts'

const SuppressedState = z.enum(TRIAGE_STATES).exclude(['open'])
const State = z.enum(TRIAGE_STATES)
const Login = z.enum(['none', 'cookie', 'token', 'form'])

export type AssetRef = Readonly<{ accountId: string; host: string }>

const ofAsset = ({ accountId, host }: AssetRef) =>
  and(eq(findings.accountId, accountId), eq(findings.host, host))

const SUPPRESSION = {
  fingerprint: findings.fingerprint,
  state: findings.triage,
  reason: findings.triageReason,
  by: findings.triageBy,
  until: findings.triageUntil,
} as const
export type SuppressionRow = Readonly<{
  fingerprint: string
  state: string
  reason: string | null
  by: string | null
  until: Instant | null
}>

/** The statement alone: what of an asset is triaged away, ended or not. */
export const suppressionsStatement = (db: Database, asset: AssetRef) =>
  db
    .select(SUPPRESSION)
    .from(findings)
    .where(and(ofAsset(asset), ne(findings.triage, 'open')))

/** The same for the asset that a scan is of, without knowing the host beforehand. */
export const suppressionsOfScan = (
  db: Database,
  { accountId, scanId }: Readonly<{ accountId: string; scanId: string }>,
) => {
  const host = db
    .select({ host: scans.host })
    .from(scans)
    .where(and(eq(scans.accountId, accountId), eq(scans.id, scanId)))
  return db
    .select(SUPPRESSION)
    .from(findings)
    .where(
      and(
        eq(findings.accountId, accountId),
        sql`${findings.host} = (${host})`,
        ne(findings.triage, 'open'),
      ),
    )
}

export const toSuppressions = (rows: readonly SuppressionRow[]): Suppressions =>
  new Map(
    rows.map((row): [string, Suppression] => [
      row.fingerprint,
      { ...row, state: SuppressedState.parse(row.state) },
    ]),
  )

export const findSuppressions = async (db: Database, asset: AssetRef): Promise<Suppressions> =>
  toSuppressions(await suppressionsStatement(db, asset))

/** Every issue that was ever seen on an asset. */
export async function knownIssues(db: Database, asset: AssetRef): Promise<readonly KnownIssue[]> {
  const rows = await db
    .select({
      fingerprint: findings.fingerprint,
      check_id: findings.checkId,
      origin: findings.origin,
      path_template: findings.pathTemplate,
      login: findings.login,
      firstSeen: findings.firstSeen,
      fixedAt: findings.fixedAt,
      reopenedAt: findings.reopenedAt,
      triage: findings.triage,
      triageAt: findings.triageAt,
    })
    .from(findings)
    .where(ofAsset(asset))
  return rows.map((row) => ({
    ...row,
    login: Login.parse(row.login),
    triage: State.parse(row.triage),
  }))
}

export type LifecycleWrite = AssetRef &
  Readonly<{ scanId: string; startedAt: Instant; completedAt: Instant }>

/** Writes what a scan changed, and nothing where it changed nothing. Running it twice changes nothing. */
export async function writeLifecycle(
  db: Database,
  scan: LifecycleWrite,
  change: LifecycleChange,
): Promise<void> {
  const { accountId, host, scanId, startedAt, completedAt } = scan
  const run = (text: string, ...values: readonly (string | number)[]) =>
    db.$client.prepare(text).bind(accountId, host, ...values)
  const events = (kind: string, at: Instant, prints: readonly string[]) =>
    run(
      `INSERT INTO finding_events (account_id, host, fingerprint, at, kind, scan_id)
       SELECT ?1, ?2, value, ?3, ?4, ?5 FROM json_each(?6) WHERE true ON CONFLICT DO NOTHING`,
      at,
      kind,
      scanId,
      JSON.stringify(prints),
    )
  const reopened = change.reopened.map((issue) => issue.fingerprint)
  const mitigated = change.reopened.filter((issue) => issue.wasMitigated)
  const statements = [
    ...(change.created.length === 0
      ? []
      : [
          run(
            `INSERT INTO findings (account_id, host, fingerprint, first_seen, first_scan_id, check_id,
             title, severity, origin, path_template, login)
             SELECT ?1, ?2, value ->> 'fingerprint', ?3, ?4, value ->> 'check_id', value ->> 'title',
             value ->> 'severity', value ->> 'origin', value ->> 'path_template', value ->> 'login'
             FROM json_each(?5) WHERE true ON CONFLICT DO NOTHING`,
            startedAt,
            scanId,
            JSON.stringify(change.created),
          ),
          events('first_seen', startedAt, prints(change.created)),
        ]),
    ...(change.fixed.length === 0
      ? []
      : [
          run(
            `UPDATE findings SET fixed_at = ?3 WHERE account_id = ?1 AND host = ?2
             AND fixed_at IS NULL AND fingerprint IN (SELECT value FROM json_each(?4))`,
            completedAt,
            JSON.stringify(change.fixed),
          ),
          events('fixed', completedAt, change.fixed),
        ]),
    ...(reopened.length === 0
      ? []
      : [
          run(
            `UPDATE findings SET fixed_at = NULL, reopened_at = ?3 WHERE account_id = ?1
             AND host = ?2 AND fingerprint IN (SELECT value FROM json_each(?4))`,
            startedAt,
            JSON.stringify(reopened),
          ),
          run(
            `UPDATE findings SET triage = 'open', triage_reason = NULL, triage_by = NULL,
             triage_at = NULL, triage_until = NULL WHERE account_id = ?1 AND host = ?2
             AND triage = 'mitigated' AND fingerprint IN (SELECT value FROM json_each(?3))`,
            JSON.stringify(prints(mitigated)),
          ),
          events('reopened', startedAt, reopened),
        ]),
  ]
  if (statements.length > 0) await db.$client.batch(statements)
}

const prints = (issues: readonly Readonly<{ fingerprint: string }>[]): readonly string[] =>
  issues.map((issue) => issue.fingerprint)
