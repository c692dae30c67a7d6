import { randomBytes, randomUUID } from 'node:crypto'

import type { AccountLimits, Plan } from '../../src/accounts/account.ts'
import { SCOPES } from '../../src/accounts/account.ts'
import { makeKey } from '../../src/accounts/api-keys.ts'
import { isoSeconds } from '../../src/report/time.ts'

// SQL as text: "wrangler d1 execute" takes no parameters. Every value goes through `literal`.

export type Made = Readonly<{ accountId: string; keyId: string; key: string; sql: string }>
export type NewAccount = Readonly<{
  email: string
  name: string
  plan: Plan
  limits: Partial<AccountLimits> | null
  /** The account may scan what it starts scans of (decisions 15): said by the operator. */
  isConfirmed: boolean
}>
/** What is named is set. `limits` replaces the account's own limits; null takes them away. */
export type AccountChange = Readonly<{
  plan?: Plan
  limits?: Partial<AccountLimits> | null
  underReview?: boolean
}>

type Value = string | number | null

/** SQLite's own quoting: doubled single quotes, no escapes. */
export function literal(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (value.includes('\0')) throw new Error('A text must not hold a NUL.')
  return `'${value.replaceAll("'", "''")}'`
}

const jsonOrNull = (value: object | null): string | null => value && JSON.stringify(value)

function insert(table: string, row: Readonly<Record<string, Value>>): string {
  const values = Object.values(row).map(literal).join(', ')
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values});`
}

const audit = (accountId: string, now: number, action: string, detail: object): string =>
  insert('audit_log', {
    id: randomUUID(),
    account_id: accountId,
    at: now,
    actor: 'operator',
    action,
    detail: JSON.stringify(detail),
  })

/** An account with its first key. Its webhook secret is made by the service at the first request. */
export function createAccount(account: NewAccount, now: number): Made {
  const accountId = randomUUID()
  const { email, name, plan, limits, isConfirmed } = account
  const confirmation = isConfirmed ? { at: isoSeconds(now), by: 'operator', ip: null } : null
  const row = insert('accounts', {
    id: accountId,
    email,
    name,
    plan,
    limits: jsonOrNull(limits),
    authorization_confirmed: jsonOrNull(confirmation),
    webhook_secret_ct: '',
    created_at: now,
  })
  const key = createKey(accountId, 'default', now)
  return { ...key, sql: [row, key.sql].join('\n') }
}

/** A key with every scope, for an account that lost its own. */
export function createKey(accountId: string, name: string, now: number): Made {
  const { id, hash, text } = makeKey((length) => randomBytes(length))
  const row = insert('api_keys', {
    id,
    account_id: accountId,
    name,
    hash,
    scopes: JSON.stringify(SCOPES),
    created_at: now,
  })
  const entry = audit(accountId, now, 'key.create', { key_id: id, name, scopes: SCOPES.join(' ') })
  return { accountId, keyId: id, key: text, sql: [row, entry].join('\n') }
}

export function changeAccount(accountId: string, change: AccountChange, now: number): string {
  const { plan, limits, underReview } = change
  const columns: Record<string, Value> = {
    ...(plan !== undefined && { plan }),
    ...(limits !== undefined && { limits: jsonOrNull(limits) }),
    ...(underReview !== undefined && { under_review: underReview ? 1 : 0 }),
  }
  const sets = Object.entries(columns).map(([column, value]) => `${column} = ${literal(value)}`)
  const update = `UPDATE accounts SET ${sets.join(', ')} WHERE id = ${literal(accountId)};`
  return [update, audit(accountId, now, 'account.update', columns)].join('\n')
}

const SHOWN = 'id, email, name, plan, limits, under_review, created_at'

/** The accounts of an id or e-mail address; null: all, newest first. */
export const findAccounts = (named: string | null): string =>
  named === null
    ? `SELECT ${SHOWN} FROM accounts ORDER BY created_at DESC LIMIT 500;`
    : `SELECT ${SHOWN} FROM accounts WHERE id = ${literal(named)} OR email = ${literal(named)};`
