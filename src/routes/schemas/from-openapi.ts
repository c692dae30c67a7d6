import { z } from '@hono/zod-openapi'

import type { FromOpenApiInput } from '../../services/scans/from-openapi.ts'
import {
  checkOptions,
  checkTarget,
  OPTION_FIELDS,
  TARGET_FIELDS,
  targetOf,
  toOptions,
} from './start.ts'
import { PlainUrl } from './start-parts.ts'

const Spec = z
  .union(
    [z.string().min(1, 'Must not be empty.'), z.record(z.string(), z.unknown())],
    'Must be an object or a string.',
  )
  .describe('OpenAPI 3.0, 3.1 or Swagger 2.0, as an object or as text in JSON or YAML.')

/** Body of POST /api/scan/from-openapi (decisions 38): every start option beside the description. */
export const FromOpenApiBody = z
  .strictObject({
    spec: Spec.optional(),
    spec_url: PlainUrl.describe(
      'Where the description is fetched, without credentials.',
    ).optional(),
    ...TARGET_FIELDS,
    ...OPTION_FIELDS,
  })
  .superRefine((body, ctx) => {
    if (body.spec === undefined && body.spec_url === undefined) {
      ctx.addIssue({ code: 'custom', path: ['spec'], message: 'Give spec or spec_url.' })
    }
    if (body.spec !== undefined && body.spec_url !== undefined) {
      ctx.addIssue({
        code: 'custom',
        path: ['spec_url'],
        message: 'Give spec or spec_url, not both.',
      })
    }
    if (targetOf(body) !== '') checkTarget(body, ctx)
  })
  .superRefine(checkOptions)
  .transform((body): FromOpenApiInput => ({
    target: targetOf(body) || null,
    spec: body.spec ?? null,
    specUrl: body.spec_url ?? null,
    options: toOptions(body),
  }))

export const FromOpenApiStarted = z
  .object({
    scan_id: z.string().openapi({ format: 'uuid' }),
    status: z.literal('running'),
    operations: z.int().openapi({ description: 'How many operations are tested.' }),
    skipped: z
      .array(z.object({ operation: z.string(), reason: z.string() }))
      .openapi({ description: 'Operations that are never sent, each with the reason.' }),
  })
  .openapi('ApiScanStarted', {
    example: {
      scan_id: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11',
      status: 'running',
      operations: 12,
      skipped: [{ operation: 'DELETE /v1/users/{id}', reason: 'DELETE is never sent' }],
    },
  })
