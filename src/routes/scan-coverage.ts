import { createRoute, z } from '@hono/zod-openapi'

import { listCoverage } from '../services/scans/coverage.ts'
import { pageLinks } from '../services/scans/paging.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses, ScanIdParams } from './openapi-shared.ts'
import { onePage, pageOf, PageQuery } from './schemas/paging.ts'
import { CoverageItem } from './schemas/scan.ts'

const route = createRoute({
  method: 'get',
  path: '/api/scan/{scan_id}/coverage',
  operationId: 'listCoverage',
  summary: 'List what a scan tested',
  tags: ['Scans'],
  ...access('read', 'reads'),
  request: { params: ScanIdParams, query: z.object(PageQuery) },
  responses: {
    200: onePage(pageOf(CoverageItem)),
    ...errorResponses('invalid_request', 'not_found', 'scan_not_completed', 'unavailable'),
  },
})

export function scanCoverageRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const page = await listCoverage(c.get('deps'), {
      accountId: c.get('auth').account.id,
      scanId: c.req.valid('param').scan_id,
      ...c.req.valid('query'),
    })
    c.header('Link', pageLinks(c.req.url, page))
    return c.json(page, 200)
  })
}
