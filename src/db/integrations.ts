import { and, eq, sql } from 'drizzle-orm'

import type { Instant } from '../report/time.ts'
import type { AuditEntry } from './audit-log.ts'
import { auditStatement } from './audit-log.ts'
import type { Database } from './database.ts'
import { accounts, deliveries, integrations } from './schema.ts'

export type ChatRow = Readonly<typeof integrations.$inferSelect>

export async function findChat(db: Database, accountId: string): Promise<ChatRow | null> {
  const row = await db
    .select()
    .from(integrations)
    .where(eq(integrations.accountId, accountId))
    .get()
  return row ?? null
}

export async function saveChat(db: Database, chat: ChatRow, audit: AuditEntry): Promise<void> {
  const { accountId: _, ...change } = chat
  await db.batch([
    db
      .insert(integrations)
      .values(chat)
      .onConflictDoUpdate({ target: integrations.accountId, set: change }),
    auditStatement(db, audit),
  ])
}

export async function removeChat(
  db: Database,
  accountId: string,
  audit: AuditEntry,
): Promise<void> {
  await db.batch([
    db.delete(integrations).where(eq(integrations.accountId, accountId)),
    auditStatement(db, audit),
  ])
}

/** Who may want to hear that a scan has ended: the chat webhook, and whether anybody was planned. */
export async function findAudience(
  db: Database,
  scan: Readonly<{ accountId: string; scanId: string }>,
): Promise<Readonly<{ chat: ChatRow | null; isPlanned: boolean }>> {
  const planned = and(eq(deliveries.accountId, scan.accountId), eq(deliveries.scanId, scan.scanId))
  const [chats, rows] = await db.batch([
    db.select().from(integrations).where(eq(integrations.accountId, scan.accountId)),
    db.select({ id: deliveries.id }).from(deliveries).where(planned).limit(1),
  ])
  return { chat: chats[0] ?? null, isPlanned: rows.length > 0 }
}

export type SealedSecrets = Readonly<{
  current: string
  previous: string | null
  rotatedAt: Instant | null
}>

/** The sealed signing secrets of an account, or null. */
export async function findSigningSecrets(
  db: Database,
  accountId: string,
): Promise<SealedSecrets | null> {
  const row = await db
    .select({
      current: accounts.webhookSecretCt,
      previous: accounts.webhookSecretPreviousCt,
      rotatedAt: accounts.webhookSecretRotatedAt,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get()
  return row ?? null
}

/** The new secret signs from now on; the one before is kept beside it. */
export async function rotateSigningSecret(
  db: Database,
  accountId: string,
  secret: Readonly<{ sealed: string; at: Instant }>,
  audit: AuditEntry,
): Promise<void> {
  await db.batch([
    db
      .update(accounts)
      .set({
        // The row as it was before; an account may not have had one yet.
        webhookSecretPreviousCt: sql`nullif(${accounts.webhookSecretCt}, '')`,
        webhookSecretCt: secret.sealed,
        webhookSecretRotatedAt: secret.at,
      })
      .where(eq(accounts.id, accountId)),
    auditStatement(db, audit),
  ])
}
