import { createRoute, z } from '@hono/zod-openapi'

import { pageLinks } from '../services/scans/paging.ts'
import { listDeliveries } from '../services/webhooks/list-deliveries.ts'
import { rotateSecret } from '../services/webhooks/rotate-secret.ts'
import { testWebhook } from '../services/webhooks/send-test.ts'
import { actorOf, type App } from './context.ts'
import { access } from './middleware/access.ts'
import { idempotent } from './middleware/idempotent.ts'
import { readJson } from './middleware/read-json.ts'
import { BODY_ERRORS, errorResponses, jsonBody, REPEAT_ERRORS, ScanId } from './openapi-shared.ts'
import { Delivery, DeliveryStatus, Secret, TestBody, TestSent } from './schemas/notify.ts'
import { onePage, pageOf, PageQuery } from './schemas/paging.ts'

const json = <S>(schema: S) => ({ 'application/json': { schema } })

const rotate = createRoute({
  method: 'post',
  path: '/api/webhooks/secret/rotate',
  operationId: 'rotateWebhookSecret',
  summary: 'Make a new signing secret',
  description:
    'The new secret signs `X-Service-Signature` at once. For 24 hours `webhook-signature` lists ' +
    'signatures of both, so that receivers can change over.',
  tags: ['Webhooks'],
  ...access('manage', 'writes', idempotent({ secrets: ['webhook_signing_secret'] })),
  responses: {
    200: { description: 'The new secret; GET /api/me shows it too.', content: json(Secret) },
    ...errorResponses('invalid_request', ...REPEAT_ERRORS),
  },
})

const list = createRoute({
  method: 'get',
  path: '/api/webhooks/deliveries',
  operationId: 'listDeliveries',
  summary: 'List webhook deliveries',
  description: 'Newest first, of the last 30 days.',
  tags: ['Webhooks'],
  ...access('manage', 'reads'),
  request: {
    query: z.object({
      ...PageQuery,
      status: DeliveryStatus.optional(),
      scan_id: ScanId.optional(),
    }),
  },
  responses: {
    200: onePage(pageOf(Delivery)),
    ...errorResponses('invalid_request'),
  },
})

const test = createRoute({
  method: 'post',
  path: '/api/webhooks/test',
  operationId: 'testWebhook',
  summary: 'Send the event ping to a webhook',
  description:
    'Signed, tried again and logged like every delivery; the delivery log says what came of it.',
  tags: ['Webhooks'],
  ...access('manage', 'writes', idempotent()),
  request: { body: jsonBody(TestBody, { webhook_url: 'https://ci.example.org/hooks/scans' }) },
  responses: {
    202: { description: 'On its way.', content: json(TestSent) },
    ...errorResponses(...BODY_ERRORS, ...REPEAT_ERRORS, 'unavailable'),
  },
})

export function webhookRoutes(app: App): void {
  app.openapi(rotate, async (c) => c.json(await rotateSecret(c.get('deps'), actorOf(c)), 200))
  app.openapi(list, async (c) => {
    const { id } = c.get('auth').account
    const page = await listDeliveries(c.get('deps'), id, c.req.valid('query'))
    c.header('Link', pageLinks(c.req.url, page))
    return c.json(page, 200)
  })
  app.openapi(test, async (c) => {
    const { value } = await readJson(c, TestBody)
    const asked = { url: value.webhook_url, format: value.webhook_format }
    return c.json(await testWebhook(c.get('deps'), c.get('auth').account.id, asked), 202)
  })
}
