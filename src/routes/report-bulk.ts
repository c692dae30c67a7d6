import { createRoute, z } from '@hono/zod-openapi'

import { LIMITS } from '../limits.ts'
import { bulkReport, readBulkReport } from '../services/reports/bulk.ts'
import { answerFile, MADE_LATER } from './answer-file.ts'
import { NOT_MODIFIED } from './conditional.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { readJson } from './middleware/read-json.ts'
import { errorResponses, jsonBody, ScanId } from './openapi-shared.ts'
import { FILE } from './schemas/exports.ts'

const EXAMPLE = {
  scan_ids: ['4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11', '9b1d6a2e-3c47-4e80-8f5a-7d2c1b0e6f34'],
}
const BulkReport = z.strictObject({
  scan_ids: z.array(ScanId).min(1).max(LIMITS.bulkReportScans),
})
const A_PDF = { description: 'A PDF.', content: { 'application/pdf': { schema: FILE } } }

const makeRoute = createRoute({
  method: 'post',
  path: '/api/report/bulk',
  operationId: 'makeBulkReport',
  summary: 'Export several scans as one PDF',
  description:
    'In the order given; a scan that is named twice stands once. All must be completed scans of the account: else 404 or 409 names those that are not.',
  tags: ['Exports'],
  ...access('read', 'exports'),
  request: { body: jsonBody(BulkReport, EXAMPLE) },
  responses: {
    200: A_PDF,
    ...MADE_LATER,
    ...errorResponses(
      'invalid_request',
      'invalid_json',
      'payload_too_large',
      'unsupported_media_type',
      'not_found',
      'scan_not_completed',
      'unavailable',
    ),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/api/report/bulk/{report_id}',
  operationId: 'getBulkReport',
  summary: 'Fetch a combined PDF that was being made',
  description: 'Where the 202 of a combined report points to.',
  tags: ['Exports'],
  ...access('read', 'exports'),
  request: {
    params: z.object({
      report_id: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .openapi({ param: { name: 'report_id', in: 'path' } }),
    }),
  },
  responses: {
    200: A_PDF,
    ...MADE_LATER,
    ...NOT_MODIFIED,
    ...errorResponses('not_found', 'unavailable'),
  },
})

export function reportBulkRoutes(app: App): void {
  app.openapi(makeRoute, async (c) => {
    const { value } = await readJson(c, BulkReport)
    const { reportId, answer } = await bulkReport(c.get('deps'), {
      accountId: c.get('auth').account.id,
      scanIds: value.scan_ids,
    })
    return answerFile(c, answer, `/api/report/bulk/${reportId}`)
  })
  app.openapi(readRoute, async (c) => {
    const answer = await readBulkReport(c.get('deps'), {
      accountId: c.get('auth').account.id,
      reportId: c.req.valid('param').report_id,
      ifNoneMatch: c.req.header('if-none-match'),
    })
    return answerFile(c, answer, c.req.path)
  })
}
