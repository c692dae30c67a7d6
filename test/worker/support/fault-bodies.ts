import { z } from 'zod'

export const ScanBody = z.object({
  status: z.string(),
  error: z.object({ code: z.string() }).nullish(),
  summary: z.record(z.string(), z.number()),
  results: z
    .object({
      partial: z.boolean(),
      vulnerabilities: z.array(z.object({ fingerprint: z.string(), status: z.string() })),
    })
    .nullable(),
})
export const CoverageItems = z.object({
  items: z.array(z.object({ check_id: z.string(), outcome: z.string() })),
})
