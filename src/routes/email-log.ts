import { createRoute, z } from '@hono/zod-openapi'

import { listEmails } from '../services/notify/email-log.ts'
import { pageLinks } from '../services/scans/paging.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses } from './openapi-shared.ts'
import { EmailItem } from './schemas/notify.ts'
import { onePage, pageOf, PageQuery } from './schemas/paging.ts'

const route = createRoute({
  method: 'get',
  path: '/api/email-log',
  operationId: 'listEmails',
  summary: 'List mails sent, and webhooks given up',
  description:
    'Newest first, of the last 30 days. `skipped`: this deployment has no way to send mail. ' +
    'A webhook stands here when its four attempts have failed.',
  tags: ['Webhooks'],
  ...access('manage', 'reads'),
  request: { query: z.object(PageQuery) },
  responses: {
    200: onePage(pageOf(EmailItem)),
    ...errorResponses('invalid_request'),
  },
})

export function emailLogRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const page = await listEmails(c.get('deps'), c.get('auth').account.id, c.req.valid('query'))
    c.header('Link', pageLinks(c.req.url, page))
    return c.json(page, 200)
  })
}
