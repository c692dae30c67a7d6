import { createRoute } from '@hono/zod-openapi'

import { abortScan } from '../services/scans/abort.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses, ScanIdParams } from './openapi-shared.ts'
import { Aborted } from './schemas/started.ts'

const route = createRoute({
  method: 'post',
  path: '/api/scan/{scan_id}/abort',
  operationId: 'abortScan',
  summary: 'Abort a running scan',
  description: 'The scan ends as failed with the code `aborted`; what it found so far is kept.',
  tags: ['Scans'],
  ...access('scan', 'writes'),
  request: { params: ScanIdParams },
  responses: {
    200: { description: 'Aborted.', content: { 'application/json': { schema: Aborted } } },
    ...errorResponses('not_found', 'scan_not_running', 'unavailable'),
  },
})

export function scanAbortRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const scanId = c.req.valid('param').scan_id
    await abortScan(c.get('deps'), c.get('auth'), scanId)
    return c.json({ scan_id: scanId, status: 'failed', message: 'The scan was aborted.' }, 200)
  })
}
