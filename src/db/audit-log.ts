import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'
import { auditLog } from './schema.ts'

export type AuditEntry = Readonly<{
  id: string
  accountId: string
  at: Instant
  /** `key:<id>`, `operator` or `sweep`. */
  actor: string
  action:
    | 'scan.start'
    | 'scan.abort'
    | 'scan.delete'
    | 'key.create'
    | 'key.revoke'
    | 'schedule.create'
    | 'schedule.toggle'
    | 'schedule.delete'
  detail: Readonly<Record<string, string | number | boolean | null>>
}>

/** The statement alone, for a batch with the change it records. */
export const auditStatement = (db: Database, entry: AuditEntry) =>
  db.insert(auditLog).values({ ...entry, detail: JSON.stringify(entry.detail) })

export async function writeAudit(db: Database, entry: AuditEntry): Promise<void> {
  await auditStatement(db, entry)
}
