import { createRoute, z } from '@hono/zod-openapi'

import { createJob } from '../services/jobs/create.ts'
import { readJob } from '../services/jobs/read.ts'
import type { App } from './context.ts'
import { actorOf } from './context.ts'
import { access } from './middleware/access.ts'
import { idempotent } from './middleware/idempotent.ts'
import { readJson } from './middleware/read-json.ts'
import { BODY_ERRORS, errorResponses, jsonBody, REPEAT_ERRORS, ScanId } from './openapi-shared.ts'
import { BulkBody, BulkJob } from './schemas/job.ts'

/** What refuses a whole job; what is wrong with one URL is told in its `errors`. */
export const JOB_ERRORS = [
  ...BODY_ERRORS,
  'target_ip_unsupported',
  'no_active_plan',
  'authorization_required',
  'ticket_required',
  'concurrent_limit',
  ...REPEAT_ERRORS,
  'unavailable',
] as const

const startRoute = createRoute({
  method: 'post',
  path: '/api/scan/bulk',
  operationId: 'startBulk',
  summary: 'Scan up to 50 URLs',
  description:
    'Takes every start option; it holds for all URLs. Scans start as slots become free; a URL that ' +
    'may not be scanned is told in `errors` and holds up no other.',
  tags: ['Bulk and batch'],
  ...access('scan', 'bulk', idempotent()),
  request: {
    body: jsonBody(BulkBody, {
      urls: ['https://shop.example.org', 'https://blog.example.org'],
      scan_type: 'vuln',
    }),
  },
  responses: {
    202: { description: 'Taken.', content: { 'application/json': { schema: BulkJob } } },
    ...errorResponses(...JOB_ERRORS),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/api/scan/bulk/{job_id}',
  operationId: 'getBulk',
  summary: 'Read how far a bulk job is',
  tags: ['Bulk and batch'],
  ...access('read', 'reads'),
  request: {
    params: z.object({ job_id: ScanId.openapi({ param: { name: 'job_id', in: 'path' } }) }),
  },
  responses: {
    200: {
      description: 'Where the job stands.',
      content: { 'application/json': { schema: BulkJob } },
    },
    ...errorResponses('not_found'),
  },
})

export function bulkRoutes(app: App): void {
  app.openapi(startRoute, async (c) => {
    const { value } = await readJson(c, BulkBody)
    const jobId = await createJob(c.get('deps'), actorOf(c), 'bulk', value)
    const counts = { completed: 0, total: value.targets.length }
    return c.json(
      { job_id: jobId, status: 'queued' as const, ...counts, scan_ids: [], errors: [] },
      202,
    )
  })

  app.openapi(readRoute, async (c) => {
    const { job_id: jobId } = c.req.valid('param')
    const job = await readJob(c.get('deps'), c.get('auth').account.id, 'bulk', jobId)
    const { status, completed, total, scan_ids, errors } = job
    return c.json({ job_id: jobId, status, completed, total, scan_ids, errors }, 200)
  })
}
