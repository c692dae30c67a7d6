import type { Finding } from './finding.ts'
import type { PerformanceDetails } from './performance.ts'
import type { Severity } from './severity.ts'

export const SCAN_TYPES = ['vuln', 'perf', 'both', 'api'] as const
export type ScanType = (typeof SCAN_TYPES)[number]
export const SCAN_STATUSES = ['running', 'completed', 'failed'] as const
export type ScanStatus = (typeof SCAN_STATUSES)[number]
export const PROFILES = ['gate', 'standard', 'deep'] as const
export type Profile = (typeof PROFILES)[number]

export const FAIL_CODES = [
  'aborted',
  'login_failed',
  'target_unreachable',
  'deadline_exceeded',
  'lost',
  'internal_error',
] as const
/** Why a scan failed (tables.md §5, last line). */
export type FailCode = (typeof FAIL_CODES)[number]
export type ScanError = Readonly<{ code: FailCode; message: string }>

/** Counts of `vulnerable` rows by severity and the risk score, 0-100 (tables.md §1). */
export type Summary = Readonly<{ risk_score: number } & Record<Severity, number>>

/** API document L40. `http2` and `gzip` are what the measured answer showed. */
export type Performance = Readonly<{
  dns_ms: number
  ttfb_ms: number
  page_size_kb: number
  http2: boolean
  gzip: boolean
  performance_score: number
  /** Absent in reports of before it was measured. */
  details?: PerformanceDetails
}>

export const OUTCOMES = ['found', 'passed', 'not_tested', 'error', 'not_applicable'] as const
export type Outcome = (typeof OUTCOMES)[number]
/** One per check: what was tested and what was not (interfaces.md, /coverage). */
export type CoverageItem = Readonly<{
  check_id: string
  outcome: Outcome
  points: number
  requests: number
  /** Added up over lanes that ran side by side; 0 for checks that send nothing. */
  elapsed_ms: number
  reason: string | null
}>

/** One visited URL (interfaces.md, /urls). `source` names the extractor or phase that found it. */
export type UrlItem = Readonly<{
  url: string
  method: string
  source: string
  status: number | null
  content_type: string | null
  parameters: readonly string[]
}>

/** An operation of an API description: what was sent to it, or why it was not tested. */
export type ApiOperationItem = Readonly<{
  method: string
  path: string
  operation_id: string | null
  tested: boolean
  /** Of the answer to its valid request; null when none was sent or answered. */
  status: number | null
  requests: number
  reason: string | null
}>
/** Only of api scans. `url` null: the description was given; `reason`: why it was of no use. */
export type ApiResults = Readonly<{
  descriptions: readonly Readonly<{
    url: string | null
    operations: number
    reason: string | null
  }>[]
  operations: readonly ApiOperationItem[]
}>

/**
 * `pages` were visited; `folded` more were named and left out, since enough of their make were seen:
 * other numbers in the same address, or many pages that look the same.
 */
export type CrawlResults = Readonly<{ pages: number; folded: number }>

export const LOGIN_STATES = ['kept', 'renewed', 'lost', 'unwatched'] as const
/**
 * Only of scans with credentials. `kept`: never seen to end; `renewed`: logged in again; `lost`: went on
 * as a visitor; `unwatched`: no page was found that tells.
 */
export type LoginResults = Readonly<{
  state: (typeof LOGIN_STATES)[number]
  /** Credentials that were given count as one. */
  logins: number
  /** Requests that should have been made logged in. */
  requests: number
  /** How many of them are known to have been, 0 to 1; null where nothing tells. */
  logged_in_share: number | null
  /** The page that tells, without its query. */
  probe: string | null
  reason: string | null
}>

export type Results = Readonly<{
  vulnerabilities: readonly Finding[]
  performance: Performance | null
  tech_stack: readonly string[]
  /** True when a budget was met or a unit lost; the gate then fails closed (tables.md §4). */
  partial: boolean
  /** How far the crawl got; absent where there was none, or it was cut off. */
  crawl?: CrawlResults
  api?: ApiResults
  login?: LoginResults
}>

/**
 * A scan's whole result, written once to R2 and never changed. The API, exports, gate, badge and
 * webhooks read this or the counts derived from it; nobody recomputes.
 */
export type Report = Readonly<{
  version: 1
  scan: Readonly<{
    id: string
    target_url: string
    target_ip: string | null
    scan_type: ScanType
    profile: Profile
    status: 'completed' | 'failed'
    error: ScanError | null
    tags: readonly string[]
    scan_authorized: boolean
    started_at: string
    completed_at: string
    requests_sent: number
    /** Path templates that answered, for "fixed" (tables.md §10). */
    answered_paths: readonly string[]
    origins: readonly string[]
    login: 'none' | 'cookie' | 'token' | 'form'
    engine_version: string
  }>
  summary: Summary
  results: Results
  coverage: readonly CoverageItem[]
  urls: readonly UrlItem[]
  previous: Readonly<{ scan_id: string; completed_at: string }> | null
  /** Up to 12 earlier comparable scans, oldest first, as they were when this one ended. */
  trend: readonly TrendPoint[]
}>

/** What is left of an earlier scan of the target (tables.md §10). */
export type TrendPoint = Readonly<{ scan_id: string; completed_at: string; summary: Summary }>
