import { createRoute } from '@hono/zod-openapi'

import { LIMITS } from '../limits.ts'
import { startFromOpenApi } from '../services/scans/from-openapi.ts'
import type { App } from './context.ts'
import { idempotencyOf, markReplayed } from './idempotency.ts'
import { access } from './middleware/access.ts'
import { readJson } from './middleware/read-json.ts'
import { errorResponses, jsonBody } from './openapi-shared.ts'
import { remember, START_ERRORS } from './scans-start.ts'
import { FromOpenApiBody, FromOpenApiStarted } from './schemas/from-openapi.ts'

const EXAMPLE = {
  target_url: 'https://api.example.org',
  spec: {
    openapi: '3.1.0',
    info: { title: 'Books', version: '1.0.0' },
    paths: { '/books': { get: { responses: { 200: { description: 'All books.' } } } } },
  },
}

const route = createRoute({
  method: 'post',
  path: '/api/scan/from-openapi',
  operationId: 'startScanFromOpenApi',
  summary: 'Start a scan of an API from its description',
  description:
    'Tests the operations that an OpenAPI 3.0, 3.1 or Swagger 2.0 description describes, at most ' +
    `${LIMITS.apiOperations}, with requests made from its schemas and examples. Its servers must be on ` +
    "the target's host; references to other documents are refused. DELETE is never sent, nor is what its " +
    'name says may delete, pay, send or end a session: `skipped` names those. Always a new scan, of the type `api`.',
  tags: ['Scans'],
  ...access('scan', 'openapi'),
  request: { body: jsonBody(FromOpenApiBody, EXAMPLE) },
  responses: {
    202: {
      description: 'Started.',
      content: { 'application/json': { schema: FromOpenApiStarted } },
    },
    ...errorResponses(...START_ERRORS, 'invalid_openapi'),
  },
})

export function scanFromOpenApiRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const maxBytes = LIMITS.openapiBodyBytes
    const { value: input, text } = await readJson(c, FromOpenApiBody, { maxBytes })
    const idempotency = idempotencyOf(c, text)
    const context = { clientIp: c.get('clientIp'), idempotency }
    const outcome = await startFromOpenApi(c.get('deps'), c.get('auth'), input, context)
    if (outcome.kind === 'replayed') {
      markReplayed(c)
      return c.json(FromOpenApiStarted.parse(JSON.parse(outcome.body)), 202)
    }
    const { operations, skipped } = outcome.description
    const body = {
      scan_id: outcome.scanId,
      status: 'running',
      operations: operations.length,
      skipped: skipped.map(({ method, path, reason }) => ({
        operation: `${method} ${path}`,
        reason,
      })),
    } as const
    await remember(c, idempotency, 202, body)
    return c.json(body, 202)
  })
}
