import { z } from 'zod'

import type { RecountJob } from '../services/ports.ts'

/** What a scan-units message carries: ids only; options and credentials come with the claim. */
export const UnitMessageSchema = z.object({
  v: z.literal(1),
  scan_id: z.uuid(),
  unit_id: z.string().min(1).max(100),
})

/** What a deliveries message carries: which attempt at which delivery. */
export const DeliveryMessageSchema = z.object({
  v: z.literal(1),
  account_id: z.string().min(1).max(100),
  delivery_id: z.string().min(1).max(100),
  attempt: z.int().min(1).max(10),
})

/** What a jobs message carries: the account whose waiting starts get a turn. */
export const TurnMessageSchema = z.object({
  v: z.literal(1),
  account_id: z.string().min(1).max(100),
})

/** What an exports message carries: names of what to make, nothing of what is in it. */
export const OrderMessageSchema = z.object({
  v: z.literal(1),
  key: z.string().startsWith('exports/'),
  account_id: z.string().min(1),
  scan_ids: z.array(z.uuid()).min(1),
  format: z.enum(['pdf', 'docx', 'zip']),
  options: z.object({ docsUrl: z.url().exactOptional() }),
})

/** What a recounts message carries: the issue whose triage changed, and how far the counting is. */
export const RecountMessageSchema = z.object({
  v: z.literal(1),
  accountId: z.string(),
  host: z.string(),
  fingerprint: z.string(),
  after: z.object({ startedAt: z.number(), scanId: z.string() }).nullable(),
}) satisfies z.ZodType<RecountJob>
