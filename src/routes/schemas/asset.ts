import { z } from '@hono/zod-openapi'

import { PROOF_METHODS } from '../../accounts/ownership.ts'
import { Timestamp } from './finding.ts'

const Proof = z
  .object({
    dns_txt: z.object({ name: z.string(), value: z.string() }).nullable().openapi({
      description: 'A TXT record; null for an address.',
    }),
    file: z.object({ path: z.string(), content: z.string() }).openapi({
      description: 'A file of this content and nothing else, over https or http.',
    }),
    meta: z.object({ name: z.string(), content: z.string(), tag: z.string() }).openapi({
      description: 'A tag in the head of the front page.',
    }),
  })
  .openapi('ProofPlaces', { description: 'One of the three is enough.' })

export const Asset = z
  .object({
    id: z.string(),
    host: z.string(),
    proof: Proof,
    verified_at: Timestamp.nullable().openapi({ description: 'Null: not proven.' }),
    verified_by: z.enum([...PROOF_METHODS, 'local']).nullable(),
    created_at: Timestamp,
  })
  .openapi('Asset')

export const VerifiedAsset = Asset.extend({
  verified: z.boolean(),
  checked: z
    .array(
      z.object({
        method: z.enum(PROOF_METHODS),
        result: z.enum(['found', 'absent', 'unreadable']),
        why: z.string(),
      }),
    )
    .readonly(),
}).openapi('VerifiedAsset')
