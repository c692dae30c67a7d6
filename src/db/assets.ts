import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'

import type { ProofMethod } from '../accounts/ownership.ts'
import { PROOF_METHODS } from '../accounts/ownership.ts'
import type { Instant } from '../report/time.ts'
import type { AuditEntry } from './audit-log.ts'
import { auditStatement, auditStatementIf } from './audit-log.ts'
import type { Database } from './database.ts'
import { assets } from './schema.ts'

export type NewAsset = Readonly<{ id: string; accountId: string; host: string; createdAt: Instant }>

/** `verifiedAt` null: not proven; `proofReadAt`: when the proof was last found. */
export type Asset = NewAsset &
  Readonly<{
    verifiedAt: Instant | null
    proofMethod: ProofMethod | null
    proofReadAt: Instant | null
  }>

/** The statement alone, for a batch. A host that is known already stays as it is. */
export const assetStatement = (db: Database, asset: NewAsset) =>
  db.insert(assets).values(asset).onConflictDoNothing()

/** As `assetStatement`, with an entry of the audit log when the host was new. */
export async function insertAsset(db: Database, asset: NewAsset, audit: AuditEntry): Promise<void> {
  const isNew = sql`select 1 from ${assets} where ${ownAsset(asset.accountId, asset.id)}`
  await db.batch([assetStatement(db, asset), auditStatementIf(db, audit, isNew)])
}

export async function findAsset(
  db: Database,
  accountId: string,
  by: Readonly<{ id: string }> | Readonly<{ host: string }>,
): Promise<Asset | null> {
  const isIt = 'id' in by ? eq(assets.id, by.id) : eq(assets.host, by.host)
  const row = await db
    .select()
    .from(assets)
    .where(and(eq(assets.accountId, accountId), isIt))
    .get()
  return row ? toAsset(row) : null
}

/** Whether the account has proved that the host is its own (tables.md §7). */
export async function isHostProven(
  db: Database,
  accountId: string,
  host: string,
): Promise<boolean> {
  const row = await db
    .select({ id: assets.id })
    .from(assets)
    .where(
      and(eq(assets.accountId, accountId), eq(assets.host, host), isNotNull(assets.verifiedAt)),
    )
    .get()
  return row !== undefined
}

/** One page of the account's hosts by name. */
export async function pageOfAssets(
  db: Database,
  accountId: string,
  window: Readonly<{ offset: number; limit: number }>,
): Promise<Readonly<{ assets: readonly Asset[]; total: number }>> {
  const isOwn = eq(assets.accountId, accountId)
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(assets)
      .where(isOwn)
      .orderBy(asc(assets.host))
      .limit(window.limit)
      .offset(window.offset),
    db.select({ n: count() }).from(assets).where(isOwn),
  ])
  return { assets: rows.map(toAsset), total: counted?.n ?? 0 }
}

/** What was proven of the old host says nothing of the new one. */
export async function setAssetHost(
  db: Database,
  { accountId, id }: Asset,
  host: string,
  audit: AuditEntry,
): Promise<void> {
  const change = { host, verifiedAt: null, proofMethod: null, proofReadAt: null }
  await db.batch([
    db.update(assets).set(change).where(ownAsset(accountId, id)),
    auditStatement(db, audit),
  ])
}

export async function deleteAsset(
  db: Database,
  { accountId, id }: Asset,
  audit: AuditEntry,
): Promise<void> {
  await db.batch([db.delete(assets).where(ownAsset(accountId, id)), auditStatement(db, audit)])
}

export type ProofState = Pick<Asset, 'verifiedAt' | 'proofMethod' | 'proofReadAt'>

/** Null in `audit`: the proof was found again, which changes nothing. */
export async function setProof(
  db: Database,
  { accountId, id }: Asset,
  proof: ProofState,
  audit: AuditEntry | null,
): Promise<void> {
  await db.batch([
    db.update(assets).set(proof).where(ownAsset(accountId, id)),
    ...(audit === null ? [] : [auditStatement(db, audit)]),
  ])
}

const ownAsset = (accountId: string, id: string) =>
  and(eq(assets.accountId, accountId), eq(assets.id, id))

const toAsset = (row: typeof assets.$inferSelect): Asset => ({
  ...row,
  proofMethod: z.enum(PROOF_METHODS).nullable().parse(row.proofMethod),
})
