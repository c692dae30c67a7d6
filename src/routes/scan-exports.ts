import { createRoute } from '@hono/zod-openapi'

import { exportScan } from '../services/scans/export.ts'
import type { ExportRequest } from '../services/scans/export.ts'
import { answerFile, MADE_LATER } from './answer-file.ts'
import { NOT_MODIFIED } from './conditional.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses, ScanIdParams } from './openapi-shared.ts'
import { EXPORT_ROUTES, ExportQuery } from './schemas/exports.ts'
import type { ExportRoute } from './schemas/exports.ts'

const DESCRIPTION =
  'For ended scans. The same scan gives the same bytes; the ETag changes with triage and tags.'

const routeOf = ({ mediaType, schema, example, ...row }: ExportRoute) =>
  createRoute({
    method: 'get',
    path: row.path,
    operationId: row.operationId,
    summary: row.summary,
    description: DESCRIPTION,
    tags: [row.tag],
    ...access('read', 'exports'),
    request: { params: ScanIdParams, query: row.query },
    responses: {
      200: {
        description: 'A file.',
        content: { [mediaType]: { schema, ...(example !== undefined && { example }) } },
      },
      ...(row.isLarge === true && MADE_LATER),
      ...NOT_MODIFIED,
      ...errorResponses('invalid_request', 'not_found', 'scan_not_completed', 'unavailable'),
    },
  })

export function scanExportRoutes(app: App): void {
  for (const row of EXPORT_ROUTES) {
    app.openapi(routeOf(row), async (c) => {
      const answer = await exportScan(c.get('deps'), {
        accountId: c.get('auth').account.id,
        scanId: c.req.valid('param').scan_id,
        ifNoneMatch: c.req.header('if-none-match'),
        format: row.format,
        options: optionsOf(ExportQuery.parse(c.req.valid('query'))),
      })
      return answerFile(c, answer, c.req.path)
    })
  }
}

const optionsOf = ({
  anchor,
  fail_on,
  profile,
  include,
}: ExportQuery): ExportRequest['options'] => ({
  ...(anchor !== undefined && { anchor }),
  ...(fail_on !== undefined && { failOn: fail_on }),
  ...(profile !== undefined && { profile }),
  ...(include === 'all' && { includeAll: true }),
})
