import { z } from 'zod'

import { LIMIT_NAMES, PLANS, type AccountLimits } from '../accounts/account.ts'
import type { RandomBytes } from '../accounts/api-keys.ts'
import { isoSeconds } from '../report/time.ts'
import { createAccount, type CreatedAccount } from '../services/accounts/create-account.ts'
import { authenticate } from '../services/auth/authenticate.ts'
import { makeKeyCache } from '../services/auth/key-cache.ts'
import type { Deps } from '../services/deps.ts'

const EMAIL_LENGTH = 320
const Limit = z.number().nonnegative().nullable()

/** Body of `POST /api/local/accounts` (tables.md §11). */
export const NewAccount = z.strictObject({
  email: z.email().max(EMAIL_LENGTH),
  plan: z.enum(PLANS),
  limits: z
    .strictObject({
      starts_per_minute: Limit,
      bulk_per_minute: Limit,
      openapi_per_minute: Limit,
      reads_per_minute: Limit,
      writes_per_minute: Limit,
      exports_per_minute: Limit,
      scans_per_day: Limit,
      assets: Limit,
      concurrent_scans: Limit,
      unfinished_jobs: Limit,
      keys: Limit,
      domain_cooldown: Limit,
    } satisfies Record<keyof AccountLimits, typeof Limit>)
    .partial()
    .nullable()
    .optional(),
})
export type NewAccount = z.infer<typeof NewAccount>

const randomBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length))

/** `null` takes every limit away; an object replaces the plan's limits that it names. */
export function overridesOf(limits: NewAccount['limits']): Partial<AccountLimits> | null {
  if (limits === undefined) return null
  const named = LIMIT_NAMES.filter((name) => limits === null || limits[name] !== undefined)
  return Object.fromEntries(named.map((name) => [name, limits?.[name] ?? null]))
}

export const addAccount = (deps: Deps, account: NewAccount): Promise<CreatedAccount> =>
  createAccount(
    { ...deps, randomBytes },
    { email: account.email, plan: account.plan, limits: overridesOf(account.limits) },
  )

/**
 * The key of the person at this machine: the one given, if it still opens an account here, else
 * that of a new gold account, which has confirmed that it may scan what it scans.
 */
export async function operatorKey(deps: Deps, given: string | null): Promise<string> {
  const known = given === null ? null : await authenticate(deps, makeKeyCache(), given)
  if (known !== null && given !== null) return given
  const created = await createAccount(
    { ...deps, randomBytes },
    {
      email: 'operator@localhost.test',
      name: 'Local operator',
      plan: 'gold',
      authorizationConfirmed: { at: isoSeconds(deps.now()), by: 'local operator', ip: null },
    },
  )
  return created.key
}
