import { z } from '@hono/zod-openapi'

import { RESOURCE_KINDS, type PerformanceDetails } from '../../report/performance.ts'

const Kind = z.enum(RESOURCE_KINDS)
const Amount = z.number().min(0)
const Milliseconds = Amount.nullable()
const Bytes = Amount.nullable()

const Resource = z
  .object({
    url: z.string(),
    kind: Kind,
    is_own: z.boolean().openapi({ description: 'Of an origin in scope: only those are read.' }),
    blocks_rendering: z.boolean(),
    status: z.int().nullable(),
    sent_bytes: Bytes.openapi({ description: 'As sent, compressed or not.' }),
    bytes: Bytes.openapi({ description: 'After decoding.' }),
    encoding: z.string().nullable(),
    ttfb_ms: Milliseconds,
    cache_s: Amount.nullable().openapi({
      description: 'How long a browser may keep it; null where the answer does not say.',
    }),
    format: z.string().nullable().openapi({ description: 'Of images.' }),
    not_asked: z.string().nullable().openapi({ description: 'Why it was only counted.' }),
  })
  .openapi('PageResource')

const Opportunity = z
  .object({
    id: z.string(),
    title: z.string(),
    advice: z.string(),
    saves_kb: Amount.nullable(),
    saves_ms: Milliseconds,
    basis: z.enum(['measured', 'estimated']),
    urls: z.array(z.string()).readonly(),
  })
  .openapi('Opportunity')

const Lab = z
  .object({
    fcp_ms: Milliseconds,
    lcp_ms: Milliseconds,
    cls: Amount.nullable(),
    tbt_ms: Milliseconds,
    score: z.int().min(0).max(100).nullable(),
    waterfall: z
      .array(
        z.object({
          url: z.string(),
          kind: Kind,
          status: z.int().nullable(),
          start_ms: Amount,
          first_byte_ms: Milliseconds,
          end_ms: Amount,
          sent_bytes: Bytes,
        }),
      )
      .readonly(),
  })
  .openapi('LabValues', {
    description: 'One load in a browser of the service: lab values, not what users see.',
  })

const Details = z
  .object({
    page_url: z.string(),
    dns_by: z.enum(['dns_over_https']).nullable(),
    http2_by: z.enum(['alpn', 'browser']).nullable(),
    ttfb_samples_ms: z.array(Amount).readonly(),
    sent_bytes: Bytes,
    bytes: Amount,
    encoding: z.string().nullable(),
    brotli: z.boolean().nullable(),
    redirects: z.array(z.object({ url: z.string(), status: z.int(), ttfb_ms: Amount })).readonly(),
    weights: z
      .array(
        z.object({
          kind: Kind,
          requests: z.int(),
          third_party: z.int(),
          bytes: Amount,
        }),
      )
      .readonly(),
    resources: z.array(Resource).readonly(),
    opportunities: z.array(Opportunity).readonly(),
    lab: z.union([Lab, z.null()]),
    lab_reason: z.string().nullable().openapi({ description: 'Why `lab` is null.' }),
    notes: z.array(z.string()).readonly(),
  })
  .openapi('PerformanceDetails') satisfies z.ZodType<PerformanceDetails>

export const Performance = z
  .object({
    dns_ms: z.int(),
    ttfb_ms: z.int(),
    page_size_kb: z.int(),
    http2: z.boolean(),
    gzip: z.boolean(),
    performance_score: z.int().min(0).max(100),
    details: Details.optional().openapi({
      description: 'How the six numbers came to be, what the page loads, and what to do.',
    }),
  })
  .openapi('Performance')
