import { and, eq } from 'drizzle-orm'
import { z } from 'zod'

import type { Account, AccountLimits, Plan } from '../accounts/account.ts'
import { LIMIT_NAMES, PLANS } from '../accounts/account.ts'
import { limitsOf } from '../accounts/plans.ts'
import type { Instant } from '../report/time.ts'
import type { AuditEntry } from './audit-log.ts'
import { auditStatement } from './audit-log.ts'
import type { Database } from './database.ts'
import { accounts } from './schema.ts'

const Overrides = z.partialRecord(z.enum(LIMIT_NAMES), z.number().nullable()).nullable()
const Authorization = z
  .object({ at: z.string(), by: z.string(), ip: z.string().nullable() })
  .nullable()
const Hosts = z.array(z.string()).nullable()

type Row = typeof accounts.$inferSelect

/** A stored JSON column; null stays null. Throws when the row does not hold what we wrote. */
export const parseColumn = <S extends z.ZodType>(schema: S, text: string | null): z.output<S> =>
  schema.parse(text === null ? null : JSON.parse(text))

export function toAccount(row: Row): Account {
  const plan = z.enum(PLANS).parse(row.plan)
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    plan,
    limits: limitsOf(plan, definedOnly(parseColumn(Overrides, row.limits))),
    authorizationConfirmed: parseColumn(Authorization, row.authorizationConfirmed),
    allowedHosts: parseColumn(Hosts, row.allowedHosts),
    underReview: row.underReview === 1,
    createdAt: row.createdAt,
  }
}

function definedOnly(
  overrides: Partial<Record<keyof AccountLimits, number | null | undefined>> | null,
): Partial<AccountLimits> | null {
  if (overrides === null) return null
  const given = LIMIT_NAMES.filter((name) => overrides[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, overrides[name] ?? null]))
}

export type NewAccount = Readonly<{
  id: string
  email: string
  name: string
  plan: Plan
  limits: Partial<AccountLimits> | null
  authorizationConfirmed: Account['authorizationConfirmed']
  webhookSecretCt: string
  createdAt: Instant
}>

export async function insertAccount(db: Database, account: NewAccount): Promise<void> {
  const { limits, authorizationConfirmed, ...plain } = account
  await db.insert(accounts).values({
    ...plain,
    limits: jsonOrNull(limits),
    authorizationConfirmed: jsonOrNull(authorizationConfirmed),
  })
}

/** The account and its sealed webhook secret, or null. */
export async function findAccount(
  db: Database,
  accountId: string,
): Promise<Readonly<{ account: Account; webhookSecretCt: string }> | null> {
  const row = await db.select().from(accounts).where(eq(accounts.id, accountId)).get()
  return row ? { account: toAccount(row), webhookSecretCt: row.webhookSecretCt } : null
}

/** What is named is set; an empty change writes its entries only. */
export type AccountChange = Readonly<{
  name?: string
  allowedHosts?: readonly string[] | null
  authorizationConfirmed?: Account['authorizationConfirmed']
}>

export async function updateAccount(
  db: Database,
  accountId: string,
  { name, allowedHosts, authorizationConfirmed }: AccountChange,
  entries: readonly AuditEntry[],
): Promise<void> {
  const change = {
    ...(name !== undefined && { name }),
    ...(allowedHosts !== undefined && { allowedHosts: jsonOrNull(allowedHosts) }),
    ...(authorizationConfirmed !== undefined && {
      authorizationConfirmed: jsonOrNull(authorizationConfirmed),
    }),
  }
  await db.batch([
    db.update(accounts).set(change).where(eq(accounts.id, accountId)),
    ...entries.map((entry) => auditStatement(db, entry)),
  ])
}

const jsonOrNull = (value: object | null): string | null => value && JSON.stringify(value)

/**
 * Sets the sealed webhook secret of an account that the operator's command made without one. Of two
 * at once the first stands.
 */
export async function fillWebhookSecret(
  db: Database,
  accountId: string,
  sealed: string,
): Promise<void> {
  await db
    .update(accounts)
    .set({ webhookSecretCt: sealed })
    .where(and(eq(accounts.id, accountId), eq(accounts.webhookSecretCt, '')))
}
