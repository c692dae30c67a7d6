import type { WebhookFormat } from '../../notify/receiver.ts'
import type { Profile, ScanType } from '../../report/report.ts'
import { SECOND } from '../../report/time.ts'
import { BUDGETS } from '../../scanner/engine/options.ts'
import type { AuthConfig, ScanOptions, ScanSecrets, Speed } from '../../scanner/engine/options.ts'

type BudgetName = 'max_duration_s' | 'max_requests' | 'max_pages' | 'max_depth'

/** A valid start as asked for: aliases folded, defaults of tables.md §3 applied, null = not given. */
export type StartInput = Readonly<{
  target: string
  scanType: ScanType
  profile: Profile
  targetIp: string | null
  excludedPaths: readonly string[]
  authConfig: AuthConfig | null
  customHeaders: Readonly<Record<string, string>>
  speed: Speed
  requestDelayMs: number | null
  tags: readonly string[]
  notes: string
  webhook: Readonly<{ url: string; format: WebhookFormat }> | null
  /** Schedules only: told by mail when the scan completes. */
  notifyEmail: string | null
  scanAuthorized: boolean | null
  lowered: Readonly<Record<BudgetName, number | null>>
  optIn: readonly string[]
}>
/** What several starts can share: all but the target. */
export type StartOptions = Omit<StartInput, 'target'>

/** What the scan will do, in full and without secrets: shown as `options` and given to the engine. */
export function effectiveOptions(input: StartInput, targetUrl: string): ScanOptions {
  const budget = BUDGETS[input.profile]
  return {
    target_url: targetUrl,
    scan_type: input.scanType,
    profile: input.profile,
    target_ip: input.targetIp,
    excluded_paths: input.excludedPaths,
    scan_speed: input.speed,
    request_delay_ms: input.requestDelayMs,
    max_duration_s: input.lowered.max_duration_s ?? budget.timeMs / SECOND,
    max_requests: input.lowered.max_requests ?? budget.requests,
    max_pages: input.lowered.max_pages ?? budget.pages,
    max_depth: input.lowered.max_depth ?? budget.depth,
    opt_in: input.optIn,
    auth_config: input.authConfig && { type: input.authConfig.type, configured: true },
    custom_headers: Object.keys(input.customHeaders),
    webhook: input.webhook && {
      host: new URL(input.webhook.url).host,
      format: input.webhook.format,
    },
  }
}

export const secretsOf = (input: StartOptions): ScanSecrets => ({
  auth_config: input.authConfig,
  custom_headers: input.customHeaders,
  webhook_url: input.webhook?.url ?? null,
})

/** The URL as the client wrote it where that is harmless, else in its normal spelling. */
export function shownUrl(text: string, url: URL): string {
  const clean = new URL(url)
  clean.hash = ''
  return clean.href === `${text}/` ? text : clean.href
}
