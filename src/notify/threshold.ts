import { z } from 'zod'

import { isAtLeast, SEVERITIES, type Severity } from '../report/severity.ts'

/** When the chat webhook speaks (decisions 40): at least one finding that severe, or every time. */
export const THRESHOLDS = [...SEVERITIES, 'always'] as const
export const ThresholdSchema = z.enum(THRESHOLDS)
export type Threshold = z.infer<typeof ThresholdSchema>

export const meetsThreshold = (
  counts: Readonly<Record<Severity, number>>,
  threshold: Threshold,
): boolean =>
  threshold === 'always' ||
  SEVERITIES.some((severity) => counts[severity] > 0 && isAtLeast(severity, threshold))
