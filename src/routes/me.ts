import { createRoute, z } from '@hono/zod-openapi'

import { LIMIT_NAMES, PLANS, SCOPES } from '../accounts/account.ts'
import { getMe } from '../services/me/get.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses, SECURITY } from './openapi-shared.ts'
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
  security: SECURITY,
  middleware: access('read', 'reads'),
  responses: {
    200: {
      description: 'The account, its limits and what it uses of them.',
      content: { 'application/json': { schema: Me, example: ME } },
    },
    ...errorResponses(),
  },
})

export function meRoutes(app: App): void {
  app.openapi(route, async (c) => c.json(await getMe(c.get('deps'), c.get('auth')), 200))
}
