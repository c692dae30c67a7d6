import { z } from '@hono/zod-openapi'

import { LIMITS } from '../../limits.ts'
import { SCAN_STATUSES, SCAN_TYPES } from '../../report/report.ts'
import type { ScheduleInput } from '../../services/schedules/create.ts'
import { Timestamp } from './finding.ts'
import { Options } from './scan.ts'
import {
  checkOptions,
  checkTarget,
  OPTION_FIELDS,
  TARGET_FIELDS,
  targetOf,
  toOptions,
} from './start.ts'

const MAIL_LENGTH = 254

/** A start that repeats: every start option, and how often (API document L99-105). */
export const ScheduleBody = z
  .strictObject({
    ...TARGET_FIELDS,
    ...OPTION_FIELDS,
    interval_hours: z.int().min(1).max(LIMITS.intervalMaxHours),
    notify_email: z.email('Not an e-mail address.').max(MAIL_LENGTH).nullish(),
  })
  .superRefine(checkTarget)
  .superRefine(checkOptions)
  .transform((body): ScheduleInput => ({
    start: {
      ...toOptions(body),
      target: targetOf(body),
      notifyEmail: body.notify_email ?? null,
    },
    intervalHours: body.interval_hours,
  }))

const Id = z.string().openapi({ format: 'uuid' })

export const Schedule = z
  .object({
    id: Id,
    target_url: z.string(),
    url: z.string(),
    scan_type: z.enum(SCAN_TYPES),
    interval_hours: z.int(),
    enabled: z.boolean(),
    notify_email: z.string().nullable(),
    webhook_url: z.string().nullable().openapi({
      description: 'Masked after its host.',
    }),
    last_run_at: Timestamp.nullable(),
    next_run_at: Timestamp.nullable().openapi({ description: 'Null while switched off.' }),
    last_scan_id: Id.nullable(),
    last_status: z.enum(SCAN_STATUSES).nullable(),
    created_at: Timestamp,
    last_error: z.object({ code: z.string(), error: z.string() }).nullable().openapi({
      description: 'Why the last run started no scan; its last_status is then `failed`.',
    }),
    tags: z.array(z.string()).readonly(),
    notes: z.string(),
    options: Options,
  })
  .openapi('Schedule')

export const ScheduleList = z
  .object({ items: z.array(Schedule).readonly(), total: z.int().min(0) })
  .openapi('ScheduleList')

export const ScheduleDeleted = z
  .object({ id: Id, deleted: z.literal(true), message: z.string() })
  .openapi('ScheduleDeleted')
