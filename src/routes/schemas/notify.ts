import { z } from '@hono/zod-openapi'

import { BODY_FORMATS, WEBHOOK_FORMATS } from '../../notify/receiver.ts'
import { THRESHOLDS } from '../../notify/threshold.ts'
import { SHOWN_EMAIL_KINDS, SHOWN_EMAIL_STATUSES } from '../../services/notify/email-log.ts'
import { SHOWN_KINDS, SHOWN_STATUSES } from '../../services/webhooks/list-deliveries.ts'
import { Timestamp } from './finding.ts'
import { PlainUrl } from './start-parts.ts'

const Id = z.string().openapi({ format: 'uuid' })
const MaskedUrl = z.string().openapi({
  description: 'Masked after the host: the rest of a webhook URL is its secret.',
  example: 'https://hooks.slack.com/…',
})

const Format = z.enum(WEBHOOK_FORMATS).default('auto')

export const ChatBody = z.strictObject({
  webhook_url: PlainUrl.nullish(),
  webhook_format: Format,
  severity_threshold: z.enum(THRESHOLDS).default('high'),
  enabled: z.boolean().default(true),
})

export const Integrations = z
  .object({
    chat: z
      .object({
        webhook_url: MaskedUrl,
        webhook_format: z.enum(BODY_FORMATS),
        severity_threshold: z.enum(THRESHOLDS),
        enabled: z.boolean(),
        updated_at: Timestamp,
      })
      .nullable()
      .openapi({ description: 'The global chat webhook; null: none is set.' }),
  })
  .openapi('Integrations', {
    example: {
      chat: {
        webhook_url: 'https://hooks.slack.com/…',
        webhook_format: 'slack',
        severity_threshold: 'high',
        enabled: true,
        updated_at: '2026-11-20T10:00:00',
      },
    },
  })

export const TestBody = z.strictObject({ webhook_url: PlainUrl, webhook_format: Format })

export const TestSent = z
  .object({ delivery_id: Id, status: z.literal('pending'), webhook_url: MaskedUrl })
  .openapi('TestSent')

export const Secret = z
  .object({
    webhook_signing_secret: z.string().optional().openapi({
      description: 'Left out of a replayed answer; GET /api/me shows it.',
    }),
    previous_valid_until: Timestamp.openapi({
      description: 'Until then `webhook-signature` lists a signature of the previous secret too.',
    }),
  })
  .openapi('WebhookSecret', {
    example: {
      webhook_signing_secret: 'whsec_c2lnbmluZyBzZWNyZXQgb2YgdGhlIGV4YW1wbGU=',
      previous_valid_until: '2026-11-21T10:00:00',
    },
  })

export const DeliveryStatus = z.enum(SHOWN_STATUSES).openapi({
  description:
    '`failed`: final at once (3xx, 4xx, refused by the target policy). `abandoned`: four attempts failed.',
})

export const Delivery = z
  .object({
    id: Id.openapi({ description: 'Sent as `webhook-id`, the same at every attempt.' }),
    scan_id: Id.nullable().openapi({ description: 'Null: a test message.' }),
    kind: z.enum(SHOWN_KINDS),
    event: z.enum(['scan_completed', 'ping']),
    webhook_url: MaskedUrl,
    webhook_format: z.enum(BODY_FORMATS),
    status: DeliveryStatus,
    attempts: z.int().min(0).max(4),
    last_status_code: z.int().nullable(),
    error: z.string().nullable(),
    created_at: Timestamp,
    last_attempt_at: Timestamp.nullable(),
    ended_at: Timestamp.nullable(),
  })
  .openapi('Delivery')

export const EmailItem = z
  .object({
    id: Id,
    kind: z.enum(SHOWN_EMAIL_KINDS),
    to: z.string().openapi({ description: 'A mail address, or a masked webhook URL.' }),
    subject: z.string(),
    status: z.enum(SHOWN_EMAIL_STATUSES),
    error: z.string().nullable(),
    scan_id: Id.nullable(),
    created_at: Timestamp,
  })
  .openapi('EmailLogEntry')
