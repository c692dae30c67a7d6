import { createRoute } from '@hono/zod-openapi'

import { deleteScan } from '../services/scans/delete.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses, ScanIdParams } from './openapi-shared.ts'
import { Deleted } from './schemas/started.ts'

const route = createRoute({
  method: 'delete',
  path: '/api/scan/{scan_id}',
  operationId: 'deleteScan',
  summary: 'Delete a scan and its results',
  description: 'A running scan is aborted first. Afterwards the id answers 404.',
  tags: ['Scans'],
  ...access('scan', 'writes'),
  request: { params: ScanIdParams },
  responses: {
    200: { description: 'Deleted.', content: { 'application/json': { schema: Deleted } } },
    ...errorResponses('not_found', 'unavailable'),
  },
})

export function scanDeleteRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const scanId = c.req.valid('param').scan_id
    await deleteScan(c.get('deps'), c.get('auth'), scanId)
    const message = 'The scan and its results were deleted.'
    return c.json({ scan_id: scanId, deleted: true, message }, 200)
  })
}
