import { z } from '@hono/zod-openapi'

import { LOCATIONS, TRIAGE_STATES } from '../../report/finding.ts'
import type { CvssVector, CweId, OwaspId, PresentedFinding } from '../../report/finding.ts'
import { CONFIDENCES, SEVERITIES, STATUSES } from '../../report/severity.ts'

export const Severity = z.enum(SEVERITIES)

/** `2026-11-20T10:00:00`: UTC without a zone suffix (API document L31). */
export const Timestamp = z.string().openapi({
  description: 'UTC, whole seconds, without a zone suffix.',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$`,
  example: '2026-11-20T10:00:00',
})

const Score = z.int().min(0).max(100)

const Instance = z.object({ url: z.string(), method: z.string(), parameter: z.string() })

export const Triage = z.object({
  state: z.enum(TRIAGE_STATES),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  until: Timestamp.nullable(),
})

const OWASP = { pattern: String.raw`^[A-Z]\d{2}:\d{4}$` }

export const Finding = z
  .object({
    id: z.string(),
    fingerprint: z.string().openapi({ pattern: '^[0-9a-f]{64}$' }),
    check_id: z.string(),
    title: z.string(),
    name: z.string().openapi({ description: 'The same text as title.' }),
    category: z.string(),
    owasp_id: z.custom<OwaspId>().openapi({ type: 'string', ...OWASP, example: 'A05:2025' }),
    owasp_2021_id: z.custom<OwaspId>().openapi({ type: 'string', ...OWASP, example: 'A03:2021' }),
    cwe_id: z
      .custom<CweId>()
      .openapi({ type: 'string', pattern: String.raw`^CWE-\d+$`, example: 'CWE-79' }),
    cwe_name: z.string(),
    severity: Severity,
    status: z.enum(STATUSES),
    confidence: z.enum(CONFIDENCES),
    confidence_reason: z.string(),
    description: z.string(),
    evidence: z.string(),
    remediation: z.string(),
    references: z.array(z.string()).readonly(),
    cvss_score: z.number().min(0).max(10),
    cvss_vector: z
      .custom<CvssVector>()
      .nullable()
      .openapi({ type: ['string', 'null'] }),
    potential_severity: Severity.nullable(),
    url: z.string(),
    method: z.string(),
    parameter: z.string(),
    location: z.enum(LOCATIONS),
    request: z.string().nullable(),
    response: z.string().nullable(),
    curl: z.string().nullable(),
    instances_count: z.int().min(0),
    instances: z.array(Instance).readonly(),
    ai_triage_score: Score.nullable(),
    ai_remediation: z.string().nullable(),
    ai_pentest_narrative: z.string().nullable(),
    ai_source: z.enum(['rules', 'model']).nullable().openapi({
      description: 'Which adviser made the ai_ texts: fixed rules, or a language model.',
    }),
    first_seen: Timestamp.nullable(),
    last_seen: Timestamp.nullable(),
    due_date: Timestamp.nullable(),
    days_remaining: z.int().nullable(),
    triage: Triage,
  })
  .openapi('Finding') satisfies z.ZodType<PresentedFinding>
