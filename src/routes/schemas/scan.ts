import { z } from '@hono/zod-openapi'

import {
  FAIL_CODES,
  LOGIN_STATES,
  OUTCOMES,
  PROFILES,
  SCAN_STATUSES,
  SCAN_TYPES,
} from '../../report/report.ts'
import { SPEEDS } from '../../scanner/engine/options.ts'
import type { ScanOptions } from '../../scanner/engine/options.ts'
import { Finding, Timestamp } from './finding.ts'
import { Performance } from './performance.ts'

export const ScanStatus = z.enum(SCAN_STATUSES)

/** A named schema or null: `.nullable()` would make the named component itself nullable. */
export const orNull = <S extends z.ZodType>(schema: S) => z.union([schema, z.null()])

const Count = z.int().min(0)

export const Summary = z
  .object({
    risk_score: z.int().min(0).max(100),
    critical: Count,
    high: Count,
    medium: Count,
    low: Count,
    info: Count,
  })
  .openapi('Summary', {
    description: 'Counts of findings whose status is vulnerable, by severity.',
  })

const Api = z
  .object({
    descriptions: z
      .array(
        z.object({
          url: z.string().nullable().openapi({ description: 'Null: given with the start.' }),
          operations: z.int(),
          reason: z.string().nullable().openapi({ description: 'Why it was of no use.' }),
        }),
      )
      .readonly(),
    operations: z
      .array(
        z.object({
          method: z.string(),
          path: z.string(),
          operation_id: z.string().nullable(),
          tested: z.boolean(),
          status: z.int().nullable().openapi({ description: 'Of its valid request.' }),
          requests: z.int(),
          reason: z.string().nullable().openapi({ description: 'Why it was not tested.' }),
        }),
      )
      .readonly(),
  })
  .openapi('ApiResults')

const Login = z
  .object({
    state: z.enum(LOGIN_STATES).openapi({
      description:
        'kept: at no time seen to end; renewed: the scan logged in again; lost: it went on as a visitor; ' +
        'unwatched: no page was found that tells somebody logged in from a visitor.',
    }),
    logins: Count.openapi({ description: 'Credentials that were given count as one.' }),
    requests: Count.openapi({ description: 'Requests that should have been made logged in.' }),
    logged_in_share: z.number().min(0).max(1).nullable().openapi({
      description: 'How many of them are known to have been; null where nothing tells.',
    }),
    probe: z.string().nullable().openapi({ description: 'The page that tells.' }),
    reason: z.string().nullable(),
  })
  .openapi('LoginResults')

const Results = z
  .object({
    vulnerabilities: z.array(Finding).readonly(),
    performance: orNull(Performance),
    tech_stack: z.array(z.string()).readonly(),
    partial: z.boolean().openapi({ description: 'True when a budget ended the scan early.' }),
    crawl: z
      .object({
        pages: z.int().openapi({ description: 'Visited.' }),
        folded: z.int().openapi({
          description: 'Named, and left out: enough pages of their make were visited.',
        }),
      })
      .optional(),
    api: Api.optional().openapi({
      description: 'Only of api scans: what was tested and what not.',
    }),
    login: Login.optional().openapi({
      description: 'Only of scans with auth_config: whether the scan stayed logged in.',
    }),
  })
  .openapi('Results')

export const ScanError = z
  .object({ code: z.enum(FAIL_CODES), message: z.string() })
  .openapi('ScanError')

/** What the scan ran with: credentials and header values are never in it. */
export const Options = z
  .object({
    target_url: z.string(),
    scan_type: z.enum(SCAN_TYPES),
    profile: z.enum(PROFILES),
    target_ip: z.string().nullable(),
    excluded_paths: z.array(z.string()).readonly(),
    scan_speed: z.enum(SPEEDS),
    request_delay_ms: z.int().nullable(),
    max_duration_s: z.int(),
    max_requests: z.int(),
    max_pages: z.int(),
    max_depth: z.int(),
    opt_in: z.array(z.string()).readonly(),
    auth_config: z
      .object({ type: z.enum(['cookie', 'token', 'form']), configured: z.literal(true) })
      .nullable(),
    custom_headers: z.array(z.string()).readonly(),
    webhook: z.object({ host: z.string(), format: z.string() }).nullable(),
  })
  .openapi('ScanOptions') satisfies z.ZodType<ScanOptions>

export const Scan = z
  .object({
    id: z.string().openapi({ format: 'uuid' }),
    target_url: z.string(),
    target_ip: z.string().nullable(),
    scan_type: z.enum(SCAN_TYPES),
    status: ScanStatus,
    tags: z.array(z.string()).readonly(),
    notes: z.string(),
    scan_authorized: z.boolean(),
    started_at: Timestamp,
    completed_at: Timestamp.nullable(),
    summary: Summary,
    results: orNull(Results).openapi({ description: 'Null while the scan is running.' }),
    profile: z.enum(PROFILES),
    options: Options,
    partial: z.boolean(),
    error: orNull(ScanError).openapi({ description: 'Why a failed scan failed.' }),
    retest_of: z.string().nullable().openapi({
      format: 'uuid',
      description: 'Of a re-test: the scan whose finding it tests again.',
    }),
  })
  .openapi('Scan')

export const CoverageItem = z
  .object({
    check_id: z.string(),
    outcome: z.enum(OUTCOMES),
    points: Count,
    requests: Count,
    elapsed_ms: Count,
    reason: z.string().nullable(),
  })
  .openapi('CoverageItem')

export const UrlItem = z
  .object({
    url: z.string(),
    method: z.string(),
    source: z.string(),
    status: z.int().nullable(),
    content_type: z.string().nullable(),
    parameters: z.array(z.string()).readonly(),
  })
  .openapi('UrlItem')
