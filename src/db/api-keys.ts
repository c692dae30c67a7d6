import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'

import type { ApiKeyRecord, Auth, Scope } from '../accounts/account.ts'
import { SCOPES } from '../accounts/account.ts'
import type { Instant } from '../report/time.ts'
import { HOUR } from '../report/time.ts'
import { parseColumn, toAccount } from './accounts.ts'
import type { AuditEntry } from './audit-log.ts'
import { auditStatementIf } from './audit-log.ts'
import type { Database } from './database.ts'
import { accounts, apiKeys } from './schema.ts'

const Scopes = z.array(z.enum(SCOPES))
const Hosts = z.array(z.string()).nullable()

const toKey = (row: typeof apiKeys.$inferSelect): ApiKeyRecord => ({
  id: row.id,
  name: row.name,
  scopes: parseColumn(Scopes, row.scopes),
  allowedHosts: parseColumn(Hosts, row.allowedHosts),
  expiresAt: row.expiresAt,
})

export type StoredKey = Readonly<{
  auth: Auth
  hash: string
  isRevoked: boolean
  /** The operator's command made the account, and nobody used it yet. */
  isIncomplete: boolean
}>

/** The one look-up that is not bound to an account: it finds out which account asks. */
export async function findKey(db: Database, keyId: string): Promise<StoredKey | null> {
  const row = await db
    .select()
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.id, keyId))
    .get()
  if (!row) return null
  const key = row.api_keys
  return {
    auth: {
      account: toAccount(row.accounts),
      key: toKey(key),
    },
    hash: key.hash,
    isRevoked: key.revokedAt !== null,
    isIncomplete: row.accounts.webhookSecretCt === '',
  }
}

export type KeyRef = Readonly<{ accountId: string; keyId: string }>

/** `last_used_at` is coarse on purpose: one write an hour at most. */
export async function touchKey(db: Database, ref: KeyRef, now: Instant): Promise<void> {
  const isStale = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, now - HOUR))
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(ownKey(ref), isStale))
}

export type NewKeyRow = Readonly<{
  id: string
  accountId: string
  name: string
  hash: string
  scopes: readonly Scope[]
  allowedHosts: readonly string[] | null
  expiresAt: Instant | null
  createdAt: Instant
}>

/** The account's first key: no limit can stand in its way. */
export async function insertKey(db: Database, key: NewKeyRow): Promise<void> {
  await db.insert(apiKeys).values(toRow(key))
}

/** Answers false, and writes nothing, when the account has `limit` keys already. */
export async function insertKeyWithin(
  db: Database,
  key: NewKeyRow,
  limit: number | null,
  audit: AuditEntry,
): Promise<boolean> {
  const row = toRow(key)
  const isCounted = countedKeys(key.accountId, key.createdAt)
  const used = sql`(select count(*) from ${apiKeys} where ${isCounted})`
  const hasRoom = limit === null ? sql`1` : sql`${used} < ${limit}`
  const [{ meta }] = await db.batch([
    db.insert(apiKeys).select(sql`select ${valuesOf(row)} where ${hasRoom}`),
    auditStatementIf(db, audit, sql`select 1 from ${apiKeys} where ${apiKeys.id} = ${row.id}`),
  ])
  return meta.changes > 0
}

export type ListedKey = ApiKeyRecord &
  Readonly<{ lastUsedAt: Instant | null; rotatedTo: string | null; createdAt: Instant }>

/** The keys that open, oldest first; with those that were rotated and still overlap. */
export async function listLivingKeys(
  db: Database,
  accountId: string,
  now: Instant,
): Promise<readonly ListedKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(livingKeys(accountId, now))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
  return rows.map((row) => {
    const { lastUsedAt, rotatedTo, createdAt } = row
    return { ...toKey(row), lastUsedAt, rotatedTo, createdAt }
  })
}

/**
 * Puts `next` in the place of a key, which goes on opening until `overlapEnds`. Answers false, and
 * writes nothing, when the key was rotated or revoked in the meantime.
 */
export async function replaceKey(
  db: Database,
  old: KeyRef,
  next: NewKeyRow,
  overlapEnds: Instant,
  audit: AuditEntry,
): Promise<boolean> {
  const isInPlace = and(ownKey(old), isNull(apiKeys.revokedAt), isNull(apiKeys.rotatedTo))
  const row = valuesOf(toRow(next))
  const [{ meta }] = await db.batch([
    db
      .insert(apiKeys)
      .select(sql`select ${row} where exists (select 1 from ${apiKeys} where ${isInPlace})`),
    auditStatementIf(db, audit, sql`select 1 from ${apiKeys} where ${isInPlace}`),
    db.update(apiKeys).set({ rotatedTo: next.id, expiresAt: overlapEnds }).where(isInPlace),
  ])
  return meta.changes > 0
}

/** Answers whether a living key of the account was revoked by this call. */
export async function markKeyRevoked(
  db: Database,
  ref: KeyRef,
  now: Instant,
  audit: AuditEntry,
): Promise<boolean> {
  const isUnrevoked = and(ownKey(ref), isNull(apiKeys.revokedAt))
  const [, { meta }] = await db.batch([
    auditStatementIf(db, audit, sql`select 1 from ${apiKeys} where ${isUnrevoked}`),
    db.update(apiKeys).set({ revokedAt: now }).where(isUnrevoked),
  ])
  return meta.changes > 0
}

/** Whether the account has the key and did not revoke it. */
export async function isOwnKey(db: Database, ref: KeyRef): Promise<boolean> {
  const isUnrevoked = and(ownKey(ref), isNull(apiKeys.revokedAt))
  const row = await db.select({ id: apiKeys.id }).from(apiKeys).where(isUnrevoked).get()
  return row !== undefined
}

const ownKey = ({ accountId, keyId }: KeyRef) =>
  and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId))

const livingKeys = (accountId: string, now: Instant) =>
  and(
    eq(apiKeys.accountId, accountId),
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
  )

/** What counts against the limit: a key that was rotated shares the place of its successor. */
export const countedKeys = (accountId: string, now: Instant) =>
  and(livingKeys(accountId, now), isNull(apiKeys.rotatedTo))

const toRow = (key: NewKeyRow) => ({
  ...key,
  scopes: JSON.stringify(key.scopes),
  allowedHosts: key.allowedHosts && JSON.stringify(key.allowedHosts),
})

/** A new row's values in the order of the table's columns. */
const valuesOf = (row: ReturnType<typeof toRow>) =>
  sql`${row.id}, ${row.accountId}, ${row.name}, ${row.hash}, ${row.scopes}, ${row.allowedHosts},
    ${row.expiresAt}, null, null, null, ${row.createdAt}`
