import { createRoute, z } from '@hono/zod-openapi'

import { listV1Scans } from '../../services/scans/list.ts'
import type { App } from '../context.ts'
import { access } from '../middleware/access.ts'
import { errorResponses } from '../openapi-shared.ts'
import { V1_ITEM } from '../schemas/examples.ts'
import { V1ScanItem } from '../schemas/v1.ts'

const V1ScanList = z
  .object({
    items: z.array(V1ScanItem).readonly(),
    total: z.int().min(0).openapi({ description: 'All scans of the account, not only these.' }),
  })
  .openapi('V1ScanList')

const route = createRoute({
  method: 'get',
  path: '/api/v1/scans',
  operationId: 'v1ListScans',
  summary: 'List the last 50 scans, newest first',
  tags: ['v1'],
  ...access('read', 'reads'),
  responses: {
    200: {
      description: 'Scans without their findings.',
      content: {
        'application/json': { schema: V1ScanList, example: { items: [V1_ITEM], total: 1 } },
      },
    },
    ...errorResponses(),
  },
})

export function v1ListRoutes(app: App): void {
  app.openapi(route, async (c) =>
    c.json(await listV1Scans(c.get('deps'), c.get('auth').account.id), 200),
  )
}
