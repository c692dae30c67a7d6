import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { z } from 'zod'

import type { Auth, Scope } from '../accounts/account.ts'
import { SCOPES } from '../accounts/account.ts'
import type { Instant } from '../report/time.ts'
import { HOUR } from '../report/time.ts'
import { parseColumn, toAccount } from './accounts.ts'
import type { Database } from './database.ts'
import { accounts, apiKeys } from './schema.ts'

const Scopes = z.array(z.enum(SCOPES))
const Hosts = z.array(z.string()).nullable()

export type StoredKey = Readonly<{ auth: Auth; hash: string; isRevoked: boolean }>

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
      key: {
        id: key.id,
        name: key.name,
        scopes: parseColumn(Scopes, key.scopes),
        allowedHosts: parseColumn(Hosts, key.allowedHosts),
        expiresAt: key.expiresAt,
      },
    },
    hash: key.hash,
    isRevoked: key.revokedAt !== null,
  }
}

type KeyRef = Readonly<{ accountId: string; keyId: string }>

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

export async function insertKey(db: Database, key: NewKeyRow): Promise<void> {
  await db.insert(apiKeys).values({
    ...key,
    scopes: JSON.stringify(key.scopes),
    allowedHosts: key.allowedHosts && JSON.stringify(key.allowedHosts),
  })
}

/** Answers whether a living key of the account was revoked by this call. */
export async function markKeyRevoked(db: Database, ref: KeyRef, now: Instant): Promise<boolean> {
  const rows = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(ownKey(ref), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  return rows.length > 0
}

const ownKey = ({ accountId, keyId }: KeyRef) =>
  and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId))
