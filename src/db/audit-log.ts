import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { z } from 'zod'

import type { AuditAction } from '../accounts/audit-actions.ts'
import { AUDIT_ACTIONS } from '../accounts/audit-actions.ts'
import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'
import { auditLog } from './schema.ts'

export type AuditEntry = Readonly<{
  id: string
  accountId: string
  at: Instant
  /** `key:<id>`, `operator` or `sweep`. */
  actor: string
  action: AuditAction
  /** Never a secret: this is shown. */
  detail: Readonly<Record<string, string | number | boolean | null>>
}>

const Detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** The statement alone, for a batch with the change it records. */
export const auditStatement = (db: Database, entry: AuditEntry) =>
  db.insert(auditLog).values({ ...entry, detail: JSON.stringify(entry.detail) })

/** As `auditStatement`, but writes only when `witness` finds a row: the change was made. */
export function auditStatementIf(db: Database, entry: AuditEntry, witness: SQL) {
  const { id, accountId, at, actor, action, detail } = entry
  const row = [id, accountId, at, actor, action, JSON.stringify(detail)]
  const values = sql.join(
    row.map((value) => sql`${value}`),
    sql`, `,
  )
  return db.insert(auditLog).select(sql`select ${values} where exists (${witness})`)
}

export async function writeAudit(db: Database, entry: AuditEntry): Promise<void> {
  await auditStatement(db, entry)
}

export type AuditFilter = Readonly<{ action?: AuditAction | undefined }>

/** One page of the account's log, newest first. */
export async function pageOfAudit(
  db: Database,
  accountId: string,
  { action }: AuditFilter,
  window: Readonly<{ offset: number; limit: number }>,
): Promise<Readonly<{ entries: readonly AuditEntry[]; total: number }>> {
  const isAsked = and(
    eq(auditLog.accountId, accountId),
    action === undefined ? undefined : eq(auditLog.action, action),
  )
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(auditLog)
      .where(isAsked)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(window.limit)
      .offset(window.offset),
    db.select({ n: count() }).from(auditLog).where(isAsked),
  ])
  const entries = rows.map((row) => ({
    ...row,
    action: z.enum(AUDIT_ACTIONS).parse(row.action),
    detail: Detail.parse(JSON.parse(row.detail)),
  }))
  return { entries, total: counted?.n ?? 0 }
}
