import { createRoute } from '@hono/zod-openapi'

import type { App } from '../context.ts'
import { markReplayed } from '../idempotency.ts'
import { access } from '../middleware/access.ts'
import { errorResponses, jsonBody } from '../openapi-shared.ts'
import { remember, start, START_ERRORS, START_EXAMPLE } from '../scans-start.ts'
import { StartBody } from '../schemas/start.ts'
import { V1Started } from '../schemas/started.ts'

const route = createRoute({
  method: 'post',
  path: '/api/v1/scan',
  operationId: 'v1StartScan',
  summary: 'Start a scan from a pipeline',
  description: 'Always a new scan: a pipeline that runs again must test what it just deployed.',
  tags: ['v1'],
  ...access('scan', 'writes'),
  request: { body: jsonBody(StartBody, START_EXAMPLE) },
  responses: {
    202: { description: 'Started.', content: { 'application/json': { schema: V1Started } } },
    ...errorResponses(...START_ERRORS),
  },
})

export function v1StartRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const { outcome, idempotency } = await start(c, false)
    if (outcome.kind === 'replayed') {
      markReplayed(c)
      return c.json(V1Started.parse(JSON.parse(outcome.body)), 202)
    }
    const { scanId } = outcome
    const path = `/api/v1/scan/${scanId}`
    const body = {
      scan_id: scanId,
      id: scanId,
      status: 'running',
      status_url: path,
      sarif_url: `${path}/sarif`,
    } as const
    await remember(c, idempotency, 202, body)
    return c.json(body, 202)
  })
}
