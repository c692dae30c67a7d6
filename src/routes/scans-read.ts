import { createRoute } from '@hono/zod-openapi'

import { readScan } from '../services/scans/get.ts'
import { NOT_MODIFIED, tagAnswer } from './conditional.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses, ScanIdParams } from './openapi-shared.ts'
import { SCAN } from './schemas/examples.ts'
import { Scan } from './schemas/scan.ts'

const route = createRoute({
  method: 'get',
  path: '/api/scan/{scan_id}',
  operationId: 'getScan',
  summary: 'Read a scan',
  description: 'Ended scans carry an ETag; it changes with triage, tags, notes and the UTC day.',
  tags: ['Scans'],
  ...access('read', 'reads'),
  request: { params: ScanIdParams },
  responses: {
    200: {
      description: 'The scan; `results` is null while it runs.',
      content: { 'application/json': { schema: Scan, example: SCAN } },
    },
    ...NOT_MODIFIED,
    ...errorResponses('not_found', 'unavailable'),
  },
})

export function scanReadRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const answer = await readScan(c.get('deps'), {
      accountId: c.get('auth').account.id,
      scanId: c.req.valid('param').scan_id,
      ifNoneMatch: c.req.header('if-none-match'),
    })
    if (answer.etag !== null) tagAnswer(c, answer.etag)
    return answer.kind === 'unchanged' ? c.body(null, 304) : c.json(answer.value, 200)
  })
}
