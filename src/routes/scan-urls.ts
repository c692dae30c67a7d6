import { createRoute, z } from '@hono/zod-openapi'

import { listUrls } from '../services/scans/urls.ts'
import { pageLinks } from '../services/scans/paging.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses, ScanIdParams } from './openapi-shared.ts'
import { onePage, pageOf, PageQuery } from './schemas/paging.ts'
import { UrlItem } from './schemas/scan.ts'

const route = createRoute({
  method: 'get',
  path: '/api/scan/{scan_id}/urls',
  operationId: 'listUrls',
  summary: 'List the URLs a scan visited',
  tags: ['Scans'],
  ...access('read', 'reads'),
  request: { params: ScanIdParams, query: z.object(PageQuery) },
  responses: {
    200: onePage(pageOf(UrlItem)),
    ...errorResponses('invalid_request', 'not_found', 'scan_not_completed', 'unavailable'),
  },
})

export function scanUrlRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const page = await listUrls(c.get('deps'), {
      accountId: c.get('auth').account.id,
      scanId: c.req.valid('param').scan_id,
      ...c.req.valid('query'),
    })
    c.header('Link', pageLinks(c.req.url, page))
    return c.json(page, 200)
  })
}
