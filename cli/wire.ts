import { z } from 'zod'

import { LOCATIONS } from '../src/report/finding.ts'
import { OUTCOMES, SCAN_STATUSES } from '../src/report/report.ts'
import { CONFIDENCES, SEVERITIES, STATUSES } from '../src/report/severity.ts'

// The parts of the API's answers that the CLI reads. Answers may hold more: changes are additive.

export const ErrorBody = z.object({ error: z.string(), code: z.string() })
export const Started = z.object({ scan_id: z.string() })

export const ApiStarted = z.object({
  scan_id: z.string(),
  operations: z.number(),
  skipped: z.array(z.object({ operation: z.string(), reason: z.string() })),
})
export type ApiStarted = z.infer<typeof ApiStarted>

const ApiOperation = z.object({
  method: z.string(),
  path: z.string(),
  tested: z.boolean(),
  reason: z.string().nullable(),
})
export type ApiOperation = z.infer<typeof ApiOperation>

const Counts = z.record(z.enum(SEVERITIES), z.number())

export const Finding = z.object({
  id: z.string(),
  fingerprint: z.string(),
  check_id: z.string(),
  title: z.string(),
  cwe_id: z.string(),
  cwe_name: z.string(),
  owasp_id: z.string(),
  severity: z.enum(SEVERITIES),
  status: z.enum(STATUSES),
  confidence: z.enum(CONFIDENCES),
  confidence_reason: z.string(),
  description: z.string(),
  evidence: z.string(),
  remediation: z.string(),
  ai_remediation: z.string().nullable(),
  references: z.array(z.string()),
  cvss_score: z.number(),
  cvss_vector: z.string().nullable(),
  potential_severity: z.enum(SEVERITIES).nullable(),
  url: z.string(),
  method: z.string(),
  parameter: z.string(),
  location: z.enum(LOCATIONS),
  request: z.string().nullable(),
  response: z.string().nullable(),
  curl: z.string().nullable(),
  instances_count: z.number(),
})
export type Finding = z.infer<typeof Finding>

const Opportunity = z.object({
  title: z.string(),
  saves_kb: z.number().nullable(),
  saves_ms: z.number().nullable(),
})
export type Opportunity = z.infer<typeof Opportunity>

export const Performance = z.object({
  dns_ms: z.number(),
  ttfb_ms: z.number(),
  page_size_kb: z.number(),
  http2: z.boolean(),
  gzip: z.boolean(),
  performance_score: z.number(),
  details: z
    .object({
      opportunities: z.array(Opportunity),
    })
    .optional(),
})

export const Scan = z.object({
  id: z.string(),
  target_url: z.string(),
  scan_type: z.string(),
  profile: z.string(),
  status: z.enum(SCAN_STATUSES),
  started_at: z.string(),
  completed_at: z.string().nullable(),
  summary: z.object({ risk_score: z.number() }).and(Counts),
  results: z
    .object({
      vulnerabilities: z.array(Finding),
      performance: Performance.nullable(),
      tech_stack: z.array(z.string()),
      partial: z.boolean(),
      api: z
        .object({
          descriptions: z.array(
            z.object({ url: z.string().nullable(), reason: z.string().nullable() }),
          ),
          operations: z.array(ApiOperation),
        })
        .optional(),
    })
    .nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type Scan = z.infer<typeof Scan>

export const ScanPage = z.object({ items: z.array(Scan) })

export const Coverage = z.object({
  items: z.array(
    z.object({
      check_id: z.string(),
      outcome: z.enum(OUTCOMES),
      reason: z.string().nullable(),
    }),
  ),
  pages: z.number(),
})
export type CoverageItem = z.infer<typeof Coverage>['items'][number]

export const Gate = z.object({
  passed: z.boolean(),
  reason: z.string().optional(),
  fail_on: z.enum(SEVERITIES),
  counts: Counts,
  failing_count: z.number(),
  failing: z.array(z.object({ title: z.string(), severity: z.enum(SEVERITIES) })),
})
export type Gate = z.infer<typeof Gate>

export const Progress = z.object({
  percent: z.number(),
  phase: z.string(),
  message: z.string(),
  requests_sent: z.number(),
  urls_found: z.number(),
  findings_count: z.number(),
  elapsed_ms: z.number(),
})
export type Progress = z.infer<typeof Progress>

/** Events of the progress stream that matter here (API document L272, decisions 46). */
export const ProgressEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), data: Progress }),
  z.object({ type: z.literal('finding') }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('error') }),
])
export type ProgressEvent = z.infer<typeof ProgressEvent>
