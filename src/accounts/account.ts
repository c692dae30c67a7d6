import type { Instant } from '../report/time.ts'

export const PLANS = ['none', 'free', 'pro', 'gold', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

export const SCOPES = ['read', 'scan', 'manage'] as const
export type Scope = (typeof SCOPES)[number]

/** Names of tables.md §11; each a number, or null for no limit. */
export const LIMIT_NAMES = [
  'starts_per_minute',
  'bulk_per_minute',
  'openapi_per_minute',
  'reads_per_minute',
  'writes_per_minute',
  'exports_per_minute',
  'scans_per_day',
  'assets',
  'concurrent_scans',
  'unfinished_jobs',
  'keys',
  'domain_cooldown',
] as const
export type LimitName = (typeof LIMIT_NAMES)[number]
export type AccountLimits = Readonly<Record<LimitName, number | null>>

/** Who confirmed that the account may scan its targets, when and from where (decisions 15). */
export type AuthorizationRecord = Readonly<{ at: string; by: string; ip: string | null }>

export type Account = Readonly<{
  id: string
  email: string
  name: string
  plan: Plan
  /** The plan's limits with the account's overrides applied. */
  limits: AccountLimits
  authorizationConfirmed: AuthorizationRecord | null
  allowedHosts: readonly string[] | null
  underReview: boolean
  createdAt: Instant
}>

export type ApiKeyRecord = Readonly<{
  id: string
  name: string
  scopes: readonly Scope[]
  allowedHosts: readonly string[] | null
  expiresAt: Instant | null
}>

/** Who is asking: the account that every statement is bound to, and the key used. */
export type Auth = Readonly<{ account: Account; key: ApiKeyRecord }>
