import { createRoute, z } from '@hono/zod-openapi'

import { retestFinding } from '../services/scans/retest.ts'
import type { App } from './context.ts'
import { idempotencyOf, markReplayed } from './idempotency.ts'
import { access } from './middleware/access.ts'
import { readJson } from './middleware/read-json.ts'
import { errorResponses, jsonBody, ScanIdParams } from './openapi-shared.ts'
import { remember, START_ERRORS } from './scans-start.ts'
import { AuthConfigBody, CustomHeaders } from './schemas/start-parts.ts'
import { Started } from './schemas/started.ts'

const Params = ScanIdParams.extend({
  finding_id: z
    .string()
    .regex(/^[0-9a-f]{16}$/i)
    .transform((text) => text.toLowerCase())
    .openapi({
      type: 'string',
      pattern: '^[0-9a-f]{16}$',
      example: '5b2f0c9d7e1a4638',
      param: { name: 'finding_id', in: 'path' },
    }),
})

const Body = z.strictObject({
  auth_config: AuthConfigBody.nullish(),
  custom_headers: CustomHeaders.nullish(),
})

const route = createRoute({
  method: 'post',
  path: '/api/scan/{scan_id}/findings/{finding_id}/retest',
  operationId: 'retestFinding',
  summary: 'Test one finding again',
  description:
    'Starts a small scan of the place of the finding with its check alone: `results` holds the finding ' +
    'again, or one row that says the check saw nothing or why it was not tested. Credentials are never ' +
    'kept: where the scan had `auth_config` or `custom_headers`, send the same kind and the same names. ' +
    'A re-test counts as a start, ends the life of its own finding only, and is never what other scans ' +
    'are compared with.',
  tags: ['Findings'],
  ...access('scan', 'writes'),
  request: {
    params: Params,
    body: jsonBody(Body, { auth_config: { type: 'cookie', cookie_string: 'session=…' } }),
  },
  responses: {
    202: { description: 'Started.', content: { 'application/json': { schema: Started } } },
    ...errorResponses(...START_ERRORS, 'not_found', 'scan_not_completed'),
  },
})

export function retestRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const { value, text } = await readJson(c, Body)
    const { scan_id: scanId, finding_id: findingId } = c.req.valid('param')
    const request = {
      scanId,
      findingId,
      authConfig: value.auth_config ?? null,
      customHeaders: value.custom_headers ?? {},
    }
    const idempotency = idempotencyOf(c, text)
    const context = { clientIp: c.get('clientIp'), idempotency }
    const outcome = await retestFinding(c.get('deps'), c.get('auth'), request, context)
    if (outcome.kind === 'replayed') {
      markReplayed(c)
      return c.json(Started.parse(JSON.parse(outcome.body)), 202)
    }
    const body = { scan_id: outcome.scanId, status: 'running' } as const
    await remember(c, idempotency, 202, body)
    return c.json(body, 202)
  })
}
