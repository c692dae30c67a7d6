import { z } from 'zod'

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
