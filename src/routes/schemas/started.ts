import { z } from '@hono/zod-openapi'

import { SCAN_STATUSES } from '../../report/report.ts'

const Id = z.string().openapi({ format: 'uuid' })

export const Started = z
  .object({ scan_id: Id, status: z.literal('running') })
  .openapi('ScanStarted', {
    example: { scan_id: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11', status: 'running' },
  })

export const Deduplicated = z
  .object({
    scan_id: Id,
    status: z.enum(SCAN_STATUSES),
    started_at: z.string(),
    message: z.string(),
  })
  .openapi('ScanDeduplicated', {
    example: {
      scan_id: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11',
      status: 'running',
      started_at: '2026-11-20T10:00:00',
      message: 'This target was scanned less than 15 minutes ago; this is that scan.',
    },
  })

export const V1Started = z
  .object({
    scan_id: Id,
    id: Id,
    status: z.literal('running'),
    status_url: z.string(),
    sarif_url: z.string(),
  })
  .openapi('V1ScanStarted')

export const Aborted = z
  .object({ scan_id: Id, status: z.literal('failed'), message: z.string() })
  .openapi('ScanAborted')

export const Deleted = z
  .object({ scan_id: Id, deleted: z.literal(true), message: z.string() })
  .openapi('ScanDeleted')
