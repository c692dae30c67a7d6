import { z } from '@hono/zod-openapi'

const Count = z.int().min(0)

/** The generic payload (API document L251-259). */
export const ScanCompleted = z
  .object({
    event: z.literal('scan_completed'),
    scan_id: z.string(),
    target_url: z.string(),
    risk_score: Count,
    total_findings: Count.openapi({ description: 'The sum of vulnerability_counts.' }),
    vulnerability_counts: z.object({
      critical: Count,
      high: Count,
      medium: Count,
      low: Count,
      info: Count,
    }),
    timestamp: z.string().openapi({ description: 'When the scan completed, UTC with Z.' }),
  })
  .openapi('ScanCompleted', {
    example: {
      event: 'scan_completed',
      scan_id: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11',
      target_url: 'https://shop.example.org',
      risk_score: 42,
      total_findings: 3,
      vulnerability_counts: { critical: 0, high: 1, medium: 2, low: 0, info: 0 },
      timestamp: '2026-11-20T10:02:31Z',
    },
  })

export const SignatureHeaders = z.object({
  'x-service-signature': z.string().openapi({
    description:
      '`sha256=` and the lower-case hex of HMAC-SHA256 over the raw body, keyed with ' +
      '`webhook_signing_secret` of GET /api/me as it is shown there.',
  }),
  'webhook-id': z.string().openapi({ description: 'The same at every attempt.' }),
  'webhook-timestamp': z.string().openapi({ description: 'Of this attempt, Unix seconds.' }),
  'webhook-signature': z.string().openapi({
    description: 'Standard Webhooks 1.0.0: `v1,<base64>`; two for a day after a rotation.',
  }),
})
