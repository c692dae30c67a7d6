import { LIMITS } from '../../limits.ts'
import type { Profile, ScanType } from '../../report/report.ts'
import { HOUR, MINUTE } from '../../report/time.ts'

export const SPEEDS = ['normal', 'cautious', 'stealth'] as const
export type Speed = (typeof SPEEDS)[number]

export type Budget = Readonly<{ timeMs: number; requests: number; pages: number; depth: number }>

/** tables.md §4, by profile. */
export const BUDGETS: Readonly<Record<Profile, Budget>> = {
  gate: { timeMs: 5 * MINUTE, requests: 3000, pages: 100, depth: 5 },
  standard: { timeMs: 60 * MINUTE, requests: 20_000, pages: 1000, depth: 10 },
  deep: { timeMs: 4 * HOUR, requests: 100_000, pages: 5000, depth: 20 },
}

export type Manner = Readonly<{
  delayMs: number
  /** Share of the delay that varies at random, up and down. */
  jitter: number
  units: number
  inFlight: number
  /** The time budget is multiplied by this. */
  timeFactor: number
}>

/** tables.md §4, by speed. */
export const MANNERS: Readonly<Record<Speed, Manner>> = {
  normal: { delayMs: 0, jitter: 0, units: 4, inFlight: 5, timeFactor: 1 },
  cautious: { delayMs: 500, jitter: 0.2, units: 1, inFlight: 2, timeFactor: 2 },
  stealth: { delayMs: 3000, jitter: 0.4, units: 1, inFlight: 1, timeFactor: 6 },
}

/**
 * The effective, public options of a scan: what `GET /api/scan/{id}` shows as `options`.
 * Nothing secret is in here; credentials and header values are in `ScanSecrets`.
 */
export type ScanOptions = Readonly<{
  target_url: string
  scan_type: ScanType
  profile: Profile
  target_ip: string | null
  excluded_paths: readonly string[]
  scan_speed: Speed
  /** Null: the speed's own delay. */
  request_delay_ms: number | null
  max_duration_s: number
  max_requests: number
  max_pages: number
  max_depth: number
  opt_in: readonly string[]
  auth_config: Readonly<{ type: 'cookie' | 'token' | 'form'; configured: true }> | null
  custom_headers: readonly string[]
  /** Scheme and host only; the whole URL may be a secret. */
  webhook: Readonly<{ host: string; format: string }> | null
}>

export type AuthConfig =
  | Readonly<{ type: 'cookie'; cookie_string: string }>
  | Readonly<{ type: 'token'; token: string }>
  | Readonly<{
      type: 'form'
      login_url: string
      username: string
      password: string
      success_url_contains: string
      totp_secret?: string | undefined
    }>

/** Encrypted at rest with the scan id as associated data; erased when the scan ends. */
export type ScanSecrets = Readonly<{
  auth_config: AuthConfig | null
  custom_headers: Readonly<Record<string, string>>
  webhook_url: string | null
}>

/** How this scan paces itself: a given delay replaces the speed's and runs one request at a time. */
export function mannerOf(options: Pick<ScanOptions, 'scan_speed' | 'request_delay_ms'>): Manner {
  const manner = MANNERS[options.scan_speed]
  const delayMs = options.request_delay_ms
  if (delayMs === null) return manner
  if (delayMs === 0) return { ...manner, delayMs: 0, jitter: 0 }
  return { ...manner, delayMs, jitter: 0, units: 1, inFlight: 1 }
}

/** How long a scan may work, from its first unit on. */
export const timeBudgetMs = (options: Pick<ScanOptions, 'max_duration_s' | 'scan_speed'>): number =>
  options.max_duration_s * 1000 * MANNERS[options.scan_speed].timeFactor

/** How long after its start a scan must have ended its work, before the grace of LIMITS.deadlineGraceMs. */
export const latestEndMs = (options: Pick<ScanOptions, 'max_duration_s' | 'scan_speed'>): number =>
  LIMITS.queueWaitMs + timeBudgetMs(options)
