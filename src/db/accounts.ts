import { eq } from 'drizzle-orm'
import { z } from 'zod'

import type { Account, AccountLimits, Plan } from '../accounts/account.ts'
import { LIMIT_NAMES, PLANS } from '../accounts/account.ts'
import { limitsOf } from '../accounts/plans.ts'
import type { Instant } from '../report/time.ts'
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
    limits: limits && JSON.stringify(limits),
    authorizationConfirmed: authorizationConfirmed && JSON.stringify(authorizationConfirmed),
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
