import { createRoute } from '@hono/zod-openapi'

import { readV1Scan } from '../../services/scans/get.ts'
import { NOT_MODIFIED, tagAnswer } from '../conditional.ts'
import type { App } from '../context.ts'
import { access } from '../middleware/access.ts'
import { errorResponses, ScanIdParams } from '../openapi-shared.ts'
import { V1_SCAN } from '../schemas/examples.ts'
import { V1Scan } from '../schemas/v1.ts'

const route = createRoute({
  method: 'get',
  path: '/api/v1/scan/{scan_id}',
  operationId: 'v1GetScan',
  summary: 'Read a scan and its actionable findings',
  tags: ['v1'],
  ...access('read', 'reads'),
  request: { params: ScanIdParams },
  responses: {
    200: {
      description: 'The scan; `findings` is null while it runs.',
      content: { 'application/json': { schema: V1Scan, example: V1_SCAN } },
    },
    ...NOT_MODIFIED,
    ...errorResponses('not_found', 'unavailable'),
  },
})

export function v1ReadRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const answer = await readV1Scan(c.get('deps'), {
      accountId: c.get('auth').account.id,
      scanId: c.req.valid('param').scan_id,
      ifNoneMatch: c.req.header('if-none-match'),
    })
    if (answer.etag !== null) tagAnswer(c, answer.etag)
    return answer.kind === 'unchanged' ? c.body(null, 304) : c.json(answer.value, 200)
  })
}
