import { createRoute } from '@hono/zod-openapi'

import { isoSeconds } from '../report/time.ts'
import { accountCsv } from '../services/reports/account-csv.ts'
import { attachment } from './answer-file.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses, ScanId } from './openapi-shared.ts'
import { CsvQuery, FILE } from './schemas/exports.ts'

const route = createRoute({
  method: 'get',
  path: '/api/scans/export.csv',
  operationId: 'exportAccountCsv',
  summary: 'Export the findings of all scans as CSV',
  description:
    'One row per finding of every ended scan, newest scan first, with the triage and tags of now. It is streamed; a connection that breaks off means that something could not be read.',
  tags: ['Exports'],
  ...access('read', 'exports'),
  request: { query: CsvQuery.extend({ scan_id: ScanId.optional() }) },
  responses: {
    200: {
      description: 'A file.',
      content: { 'text/csv; charset=utf-8': { schema: FILE, example: 'scan_id,target_url,…\r\n' } },
    },
    ...errorResponses('invalid_request', 'not_found', 'scan_not_completed', 'unavailable'),
  },
})

export function accountCsvRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const { scan_id, profile, include } = c.req.valid('query')
    const deps = c.get('deps')
    const stream = await accountCsv(deps, {
      accountId: c.get('auth').account.id,
      scanId: scan_id,
      options: { ...(profile && { profile }), ...(include === 'all' && { includeAll: true }) },
    })
    const day = isoSeconds(deps.now()).slice(0, 10)
    return c.body(stream, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachment(`findings-${day}.csv`),
    })
  })
}
