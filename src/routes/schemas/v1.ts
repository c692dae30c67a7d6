import { z } from '@hono/zod-openapi'

import { SCAN_TYPES } from '../../report/report.ts'
import { Finding, Timestamp } from './finding.ts'
import { orNull, ScanError, ScanStatus, Summary } from './scan.ts'

const ITEM = {
  scan_id: z.string().openapi({ format: 'uuid' }),
  id: z.string().openapi({ format: 'uuid', description: 'The same as scan_id.' }),
  target: z.string(),
  target_url: z.string().openapi({ description: 'The same as target.' }),
  scan_type: z.enum(SCAN_TYPES),
  status: ScanStatus,
  summary: Summary,
  started_at: Timestamp,
  completed_at: Timestamp.nullable(),
  partial: z.boolean(),
  error: orNull(ScanError),
}

export const V1ScanItem = z.object(ITEM).openapi('V1ScanItem')

export const V1Scan = z
  .object({
    ...ITEM,
    findings: z.array(Finding).readonly().nullable().openapi({
      description: 'Actionable findings only; null while the scan runs.',
    }),
  })
  .openapi('V1Scan')
