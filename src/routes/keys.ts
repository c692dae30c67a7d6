import { createRoute, z } from '@hono/zod-openapi'

import { SCOPES } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { SECOND } from '../report/time.ts'
import { createAccountKey } from '../services/keys/create.ts'
import { listKeys } from '../services/keys/list.ts'
import { revokeKey } from '../services/keys/revoke.ts'
import { rotateKey } from '../services/keys/rotate.ts'
import type { App } from './context.ts'
import { actorOf } from './context.ts'
import { access } from './middleware/access.ts'
import { idempotent } from './middleware/idempotent.ts'
import { readJson } from './middleware/read-json.ts'
import { BODY_ERRORS, errorResponses, jsonBody, REPEAT_ERRORS } from './openapi-shared.ts'
import { AllowedHosts, Instant, Name, Scopes } from './schemas/account.ts'
import { KEY, NEW_KEY, ROTATED_KEY } from './schemas/account-examples.ts'
import { Timestamp } from './schemas/finding.ts'

const CACHE_S = LIMITS.keyCacheMs / SECOND
const LAG = `Starts and writes are refused at once; reads may be answered for up to ${CACHE_S} seconds more.`

const Key = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)).readonly(),
    allowed_hosts: z.array(z.string()).readonly().nullable(),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable().openapi({ description: 'Kept by the hour.' }),
    rotated_to: z.string().nullable().openapi({
      description: 'The key that takes the place of this one, which opens until expires_at.',
    }),
    created_at: Timestamp,
  })
  .openapi('Key')

const SHOWN_ONCE = 'The key itself, shown once: a replay of this answer lacks it.'
const NewKey = Key.extend({
  key: z.string().optional().openapi({ description: SHOWN_ONCE }),
}).openapi('NewKey')
const RotatedKey = NewKey.extend({
  replaces: z.string(),
  old_key_expires_at: Timestamp,
}).openapi('RotatedKey')

const CreateBody = z.strictObject({
  name: Name.min(1, 'Give the key a name.'),
  scopes: Scopes.optional(),
  expires_at: Instant.nullable().optional(),
  allowed_hosts: AllowedHosts.optional(),
})

const KeyParams = z.object({
  id: z
    .string()
    .regex(/^[0-9A-Za-z]{1,64}$/)
    .openapi({ param: { name: 'id', in: 'path' } }),
})
const SHARED = { tags: ['Account'] }

const list = createRoute({
  ...SHARED,
  method: 'get',
  path: '/api/keys',
  operationId: 'listKeys',
  summary: 'List the API keys that open the account',
  ...access('manage', 'reads'),
  responses: {
    200: {
      description: 'All of them, oldest first, without their text.',
      content: {
        'application/json': {
          schema: z.object({ items: z.array(Key).readonly(), total: z.int().min(0) }),
          example: { items: [KEY], total: 1 },
        },
      },
    },
    ...errorResponses(),
  },
})

const create = createRoute({
  ...SHARED,
  method: 'post',
  path: '/api/keys',
  operationId: 'createKey',
  summary: 'Make an API key',
  description:
    'The key gets no more than the one in use has: what is left out comes from it, and a wider scope, ' +
    'further hosts or a later end are refused.',
  ...access('manage', 'writes', idempotent({ secrets: ['key'] })),
  request: { body: jsonBody(CreateBody, { name: 'CI', scopes: ['read', 'scan'] }) },
  responses: {
    201: {
      description: 'Made; its text is shown this once.',
      content: { 'application/json': { schema: NewKey, example: NEW_KEY } },
    },
    ...errorResponses(...BODY_ERRORS, 'asset_limit_reached', ...REPEAT_ERRORS),
  },
})

const rotate = createRoute({
  ...SHARED,
  method: 'post',
  path: '/api/keys/{id}/rotate',
  operationId: 'rotateKey',
  summary: 'Put a new key in the place of one',
  description: 'Same name and powers; the old key opens for 24 hours more.',
  ...access('manage', 'writes', idempotent({ secrets: ['key'] })),
  request: { params: KeyParams },
  responses: {
    201: {
      description: 'The new key; its text is shown this once.',
      content: { 'application/json': { schema: RotatedKey, example: ROTATED_KEY } },
    },
    ...errorResponses('invalid_request', 'not_found', ...REPEAT_ERRORS),
  },
})

const revoke = createRoute({
  ...SHARED,
  method: 'delete',
  path: '/api/keys/{id}',
  operationId: 'revokeKey',
  summary: 'Revoke an API key',
  description: LAG,
  ...access('manage', 'writes'),
  request: { params: KeyParams },
  responses: {
    200: {
      description: 'Revoked.',
      content: {
        'application/json': {
          schema: z.object({ id: z.string(), revoked: z.literal(true), message: z.string() }),
          example: { id: KEY.id, revoked: true as const, message: `The key is revoked. ${LAG}` },
        },
      },
    },
    ...errorResponses('not_found'),
  },
})

export function keyRoutes(app: App): void {
  app.openapi(list, async (c) =>
    c.json(await listKeys(c.get('deps'), c.get('auth').account.id), 200),
  )
  app.openapi(create, async (c) => {
    const { value } = await readJson(c, CreateBody)
    const { name, scopes, expires_at: expiresAt, allowed_hosts: allowedHosts } = value
    const request = { name, scopes, expiresAt, allowedHosts }
    return c.json(await createAccountKey(c.get('deps'), actorOf(c), request), 201)
  })
  app.openapi(rotate, async (c) => {
    const rotated = await rotateKey(c.get('deps'), actorOf(c), c.req.valid('param').id)
    c.get('forgetKeys')()
    return c.json(rotated, 201)
  })
  app.openapi(revoke, async (c) => {
    const { id } = c.req.valid('param')
    if (!(await revokeKey(c.get('deps'), actorOf(c), id))) throw new ApiError('not_found')
    c.get('forgetKeys')()
    return c.json({ id, revoked: true as const, message: `The key is revoked. ${LAG}` }, 200)
  })
}
