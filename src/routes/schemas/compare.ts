import { z } from '@hono/zod-openapi'

import type { PreviousComparison, TwoComparison } from '../../services/scans/compare.ts'
import { Finding, Timestamp } from './finding.ts'

const Count = z.int().min(0)
const Findings = z.array(Finding).readonly()

export const PreviousComparisonBody = z
  .object({
    has_previous: z.boolean(),
    previous_scan_id: z.string().nullable(),
    previous_scan_date: Timestamp.nullable(),
    new_count: Count,
    fixed_count: Count,
    unchanged_count: Count,
    new_findings: Findings,
    fixed_findings: Findings,
    unchanged_findings: Findings,
  })
  .openapi('ComparisonWithPrevious', {
    description:
      'Without a previous scan all counts are 0. A finding counts as fixed only where the newer ' +
      'scan looked for it again, in the same place and with the same kind of login; else it is ' +
      'unchanged.',
  }) satisfies z.ZodType<PreviousComparison>

const ComparedScan = z.object({ id: z.string(), target_url: z.string(), date: Timestamp })

export const TwoComparisonBody = z
  .object({
    scan1: ComparedScan,
    scan2: ComparedScan,
    same_target: z.boolean(),
    new_in_scan2: Findings,
    fixed_in_scan2: Findings.openapi({
      description: 'With `same_target: false` what scan2 looked for and its target does not have.',
    }),
    common: Findings,
    new_count: Count,
    fixed_count: Count,
    common_count: Count,
    ai_diff_summary: z.string(),
    ai_diff_summary_source: z.enum(['rules', 'model']),
  })
  .openapi('ComparisonOfTwo') satisfies z.ZodType<TwoComparison>
