import { z } from '@hono/zod-openapi'

import { LIMITS } from '../../limits.ts'
import { SCAN_STATUSES } from '../../report/report.ts'
import type { JobInput } from '../../services/jobs/create.ts'
import { checkOptions, OPTION_FIELDS, TargetText, toOptions } from './start.ts'

const Targets = z
  .array(TargetText)
  .min(1, 'At least one URL.')
  .max(LIMITS.jobTargets, `At most ${LIMITS.jobTargets} URLs.`)

export const BulkBody = z
  .strictObject({ urls: Targets, ...OPTION_FIELDS })
  .superRefine(checkOptions)
  .transform((body): JobInput => ({ targets: body.urls, options: toOptions(body) }))

export const BatchBody = z
  .strictObject({ targets: Targets, ...OPTION_FIELDS })
  .superRefine(checkOptions)
  .transform((body): JobInput => ({ targets: body.targets, options: toOptions(body) }))

const Id = z.string().openapi({ format: 'uuid' })
const Count = z.int().min(0)
const Counts = { completed: Count, total: Count, scan_ids: z.array(Id).readonly() }

const Errors = z
  .array(z.object({ url: z.string(), code: z.string(), error: z.string() }))
  .readonly()
  .openapi({ description: 'URLs that were refused, as they were given.' })

const ID = '7a1f0c52-93d4-4b6e-8a17-52c9e0b4d310'
const SCAN_ID = '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11'

export const BulkJob = z
  .object({
    job_id: Id,
    status: z.enum(['queued', 'running', 'done', 'failed']).openapi({
      description: '`failed`: not one scan could be started. Every other job ends `done`.',
    }),
    ...Counts,
    errors: Errors,
  })
  .openapi('BulkJob', {
    example: {
      job_id: ID,
      status: 'running',
      completed: 1,
      total: 2,
      scan_ids: [SCAN_ID],
      errors: [{ url: 'ftp://x', code: 'target_not_allowed', error: 'Not a web address.' }],
    },
  })

export const BatchJob = z
  .object({
    batch_id: Id,
    status: z.enum(['running', 'done']),
    ...Counts,
    failed: Count.openapi({ description: 'Refused URLs and failed scans; part of completed.' }),
    scans: z
      .array(z.object({ scan_id: Id, target_url: z.string(), status: z.enum(SCAN_STATUSES) }))
      .readonly(),
    errors: Errors,
  })
  .openapi('BatchJob', {
    example: {
      batch_id: ID,
      status: 'running',
      completed: 0,
      failed: 0,
      total: 1,
      scan_ids: [SCAN_ID],
      scans: [{ scan_id: SCAN_ID, target_url: 'https://shop.example.org', status: 'running' }],
      errors: [],
    },
  })
