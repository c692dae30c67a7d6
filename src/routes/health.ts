import { createRoute, z } from '@hono/zod-openapi'

import { VERSION } from '../version.ts'
import type { App } from './context.ts'
import { publicErrorResponses } from './openapi-shared.ts'

const route = createRoute({
  method: 'get',
  path: '/api/health',
  operationId: 'getHealth',
  summary: 'Say that the service answers',
  tags: ['Service'],
  security: [],
  responses: {
    200: {
      description: 'It does.',
      content: {
        'application/json': {
          schema: z.object({ status: z.literal('ok'), version: z.string() }),
          example: { status: 'ok' as const, version: VERSION },
        },
      },
    },
    ...publicErrorResponses('method_not_allowed'),
  },
})

export function healthRoutes(app: App): void {
  app.openapi(route, (c) => c.json({ status: 'ok' as const, version: VERSION }, 200))
}
