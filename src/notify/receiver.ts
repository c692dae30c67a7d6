import { z } from 'zod'

import { uuidV5 } from '../report/uuid-v5.ts'
import { platformOf } from './chat/platform.ts'

export const WEBHOOK_FORMATS = ['auto', 'generic', 'slack', 'discord', 'teams'] as const
/** What a client may ask for (tables.md §3). */
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]
/** What is sent, once the URL has been looked at. */
export const BODY_FORMATS = ['generic', 'slack', 'discord', 'teams'] as const
export const BodyFormatSchema = z.enum(BODY_FORMATS)
export type BodyFormat = z.infer<typeof BodyFormatSchema>

export const bodyFormatOf = (format: WebhookFormat, url: URL): BodyFormat =>
  format === 'auto' ? (platformOf(url) ?? 'generic') : format

/** The path and query of a webhook are its secret: people see the origin only. */
export const maskedUrl = (url: URL): string => `${url.origin}/…`

/** The `webhook-id`: one receiver of one scan is told once, however often it is asked for. */
export const deliveryId = (scanId: string, receiver: string): string => uuidV5(scanId, receiver)
