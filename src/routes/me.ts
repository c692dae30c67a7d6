import { createRoute, z } from '@hono/zod-openapi'

import { LIMIT_NAMES, PLANS, SCOPES } from '../accounts/account.ts'
import { getMe } from '../services/me/get.ts'
import { updateMe } from '../services/me/update.ts'
import type { App } from './context.ts'
import { actorOf } from './context.ts'
import { access } from './middleware/access.ts'
import { readJson } from './middleware/read-json.ts'
import { BODY_ERRORS, errorResponses, jsonBody } from './openapi-shared.ts'
import { AllowedHosts, Name } from './schemas/account.ts'
import { ME } from './schemas/examples.ts'
import { Timestamp } from './schemas/finding.ts'
import { Integrations } from './schemas/notify.ts'

const Count = z.int().min(0)

const Me = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    plan: z.enum(PLANS),
    limits: z.record(z.enum(LIMIT_NAMES), Count.nullable()).openapi({
      description: 'Null: no limit.',
    }),
    usage: z.object({
      concurrent_scans: Count,
      scans_per_day: Count,
      assets: Count,
      keys: Count,
    }),
    webhook_signing_secret: z.string().nullable().openapi({
      description: 'Null unless the key has the scope manage.',
    }),
    key: z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(z.enum(SCOPES)).readonly(),
      allowed_hosts: z.array(z.string()).readonly().nullable(),
      expires_at: Timestamp.nullable(),
    }),
    integrations: Integrations,
    authorization_confirmed: z
      .object({ at: z.string(), by: z.string(), ip: z.string().nullable() })
      .nullable(),
    allowed_hosts: z.array(z.string()).readonly().nullable(),
    created_at: Timestamp,
  })
  .openapi('Me')

const route = createRoute({
  method: 'get',
  path: '/api/me',
  operationId: 'getMe',
  summary: 'Read the account of the key',
  tags: ['Account'],
  ...access('read', 'reads'),
  responses: {
    200: {
      description: 'The account, its limits and what it uses of them.',
      content: { 'application/json': { schema: Me, example: ME } },
    },
    ...errorResponses(),
  },
})

const Change = z
  .strictObject({
    name: Name.optional(),
    authorization_confirmed: z.boolean().optional(),
    allowed_hosts: AllowedHosts.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change.')

const update = createRoute({
  method: 'patch',
  path: '/api/me',
  operationId: 'updateMe',
  summary: 'Change the account of the key',
  description:
    '`authorization_confirmed: true` records that the account may scan what it starts scans of: who ' +
    'said so, when and from where. `allowed_hosts` bounds the targets of every key; null lifts it. ' +
    'Plan, limits and review are set by the operator. Takes effect everywhere within a minute.',
  tags: ['Account'],
  ...access('manage', 'writes'),
  request: { body: jsonBody(Change, { authorization_confirmed: true }) },
  responses: {
    200: {
      description: 'The account as it is now.',
      content: { 'application/json': { schema: Me, example: ME } },
    },
    ...errorResponses(...BODY_ERRORS),
  },
})

export function meRoutes(app: App): void {
  app.openapi(route, async (c) => c.json(await getMe(c.get('deps'), c.get('auth')), 200))
  app.openapi(update, async (c) => {
    const { value } = await readJson(c, Change)
    const { name, authorization_confirmed, allowed_hosts } = value
    const deps = c.get('deps')
    const { auth } = actorOf(c)
    const change = {
      name,
      authorizationConfirmed: authorization_confirmed,
      allowedHosts: allowed_hosts,
    }
    const account = await updateMe(deps, actorOf(c), change)
    c.get('forgetKeys')()
    return c.json(await getMe(deps, { ...auth, account }), 200)
  })
}
