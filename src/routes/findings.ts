import { createRoute, z } from '@hono/zod-openapi'

import { LIMITS } from '../limits.ts'
import { TRIAGE_STATES } from '../report/finding.ts'
import { getFinding } from '../services/findings/get.ts'
import { triageFinding } from '../services/findings/triage.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { readJson } from './middleware/read-json.ts'
import { BODY_ERRORS, errorResponses, jsonBody } from './openapi-shared.ts'
import { FINDING_RECORD, FindingRecord } from './schemas/finding-record.ts'
import { InstantText } from './schemas/instant.ts'
import { NoteText } from './schemas/labels.ts'

const HOST_LENGTH = 253

const Params = z.object({
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .transform((text) => text.toLowerCase())
    .openapi({
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      example: FINDING_RECORD.fingerprint,
      param: { name: 'fingerprint', in: 'path' },
    }),
})

const Asset = z
  .string()
  .trim()
  .min(1)
  .max(HOST_LENGTH)
  .transform((text) => text.toLowerCase())
  .openapi({
    type: 'string',
    description: 'A host, or the id of an asset.',
    example: 'shop.example',
  })

const Triage = z
  .strictObject({
    asset: Asset,
    triage: z.enum(TRIAGE_STATES),
    reason: NoteText(LIMITS.triageReasonLength, 'The reason').trim().min(1).nullish(),
    until: InstantText.nullish(),
  })
  .refine(({ triage, reason }) => triage === 'open' || typeof reason === 'string', {
    path: ['reason'],
    message: 'Say why the finding is not to count.',
  })
  .refine(({ triage, until }) => triage !== 'open' || typeof until !== 'number', {
    path: ['until'],
    message: 'An open finding has no end.',
  })

const answer = (description: string) => ({
  200: {
    description,
    content: { 'application/json': { schema: FindingRecord, example: FINDING_RECORD } },
  },
})

const read = createRoute({
  method: 'get',
  path: '/api/findings/{fingerprint}',
  operationId: 'getFinding',
  summary: 'Read the life of a finding over all scans of an asset',
  tags: ['Findings'],
  ...access('read', 'reads'),
  request: { params: Params, query: z.object({ asset: Asset }) },
  responses: { ...answer('Its life so far.'), ...errorResponses('invalid_request', 'not_found') },
})

const EXAMPLE = {
  asset: 'shop.example',
  triage: 'accepted_risk',
  reason: 'The page is behind the office network.',
  until: '2026-12-31T00:00:00',
}

const change = createRoute({
  method: 'patch',
  path: '/api/findings/{fingerprint}',
  operationId: 'triageFinding',
  summary: 'Triage a finding',
  description:
    'A finding that is `accepted_risk`, `false_positive` or `mitigated` leaves counts, gate, exports ' +
    'and webhooks of every scan that holds it, until `until` or until it is set to `open`. One that ' +
    'is `mitigated` opens by itself when a later scan sees it again. Public badges do not change.',
  tags: ['Findings'],
  ...access('scan', 'writes'),
  request: { params: Params, body: jsonBody(Triage, EXAMPLE) },
  responses: {
    ...answer('Its life, with the new triage.'),
    ...errorResponses(...BODY_ERRORS, 'not_found', 'unavailable'),
  },
})

export function findingRoutes(app: App): void {
  app.openapi(read, async (c) => {
    const accountId = c.get('auth').account.id
    const finding = { ...c.req.valid('param'), ...c.req.valid('query') }
    return c.json(await getFinding(c.get('deps'), { accountId, ...finding }), 200)
  })
  app.openapi(change, async (c) => {
    const { value } = await readJson(c, Triage)
    const record = await triageFinding(c.get('deps'), c.get('auth'), {
      ...c.req.valid('param'),
      asset: value.asset,
      state: value.triage,
      reason: value.reason ?? null,
      until: value.until ?? null,
    })
    return c.json(record, 200)
  })
}
