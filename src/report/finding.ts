import type { Confidence, RowStatus, Severity } from './severity.ts'

export type OwaspId = `A${string}:${number}`
export type CweId = `CWE-${number}`
export type CvssVector = `CVSS:3.1/${string}`

export const LOCATIONS = [
  'query',
  'form',
  'json',
  'header',
  'cookie',
  'path',
  'fragment',
  'response',
  'origin',
] as const
/** Where in the exchange the flaw sits (interfaces.md). */
export type Location = (typeof LOCATIONS)[number]

export const TRIAGE_STATES = ['open', 'accepted_risk', 'false_positive', 'mitigated'] as const
export type TriageState = (typeof TRIAGE_STATES)[number]
export type Triage = Readonly<{
  state: TriageState
  reason: string | null
  by: string | null
  until: string | null
}>

/** Another place where the same issue was seen; at most LIMITS.instances are listed. */
export type Instance = Readonly<{ url: string; method: string; parameter: string }>

/**
 * One row of `results.vulnerabilities`: API document L42-61 and the additive fields of
 * interfaces.md. Rows that are not `vulnerable` are severity info and cvss_score 0 (tables.md §1).
 * Timestamps are `isoSeconds`. `request`, `response`, `curl` are raw HTTP text, masked and bounded.
 */
export type Finding = Readonly<{
  /** First 16 hex of the fingerprint; unique within a report. */
  id: string
  /** 64 hex, tables.md §2. */
  fingerprint: string
  check_id: string
  title: string
  name: string
  category: string
  owasp_id: OwaspId
  owasp_2021_id: OwaspId
  cwe_id: CweId
  cwe_name: string
  severity: Severity
  status: RowStatus
  confidence: Confidence
  confidence_reason: string
  description: string
  evidence: string
  remediation: string
  references: readonly string[]
  cvss_score: number
  cvss_vector: CvssVector | null
  /** Severity the row would have, were it proved or not suppressed. */
  potential_severity: Severity | null
  url: string
  method: string
  parameter: string
  location: Location
  request: string | null
  response: string | null
  curl: string | null
  instances_count: number
  instances: readonly Instance[]
  /** 0-100; null on rows that are neither vulnerable nor warning. */
  ai_triage_score: number | null
  ai_remediation: string | null
  ai_pentest_narrative: string | null
  /** Which adviser made the `ai_*` texts: fixed rules, or a language model ("generated"). */
  ai_source: 'rules' | 'model' | null
  first_seen: string | null
  last_seen: string | null
  due_date: string | null
  triage: Triage
}>

/** A finding as the API answers it: `days_remaining` is laid over at read, it changes daily. */
export type PresentedFinding = Finding & Readonly<{ days_remaining: number | null }>
