import { createRoute, z } from '@hono/zod-openapi'

import { createJob } from '../services/jobs/create.ts'
import { readJob } from '../services/jobs/read.ts'
import { JOB_ERRORS } from './bulk.ts'
import type { App } from './context.ts'
import { actorOf } from './context.ts'
import { access } from './middleware/access.ts'
import { idempotent } from './middleware/idempotent.ts'
import { readJson } from './middleware/read-json.ts'
import { errorResponses, jsonBody, ScanId } from './openapi-shared.ts'
import { BatchBody, BatchJob } from './schemas/job.ts'

const startRoute = createRoute({
  method: 'post',
  path: '/api/batch',
  operationId: 'startBatch',
  summary: 'Scan several targets',
  description: 'As a bulk job, with the status of each scan in the answer to GET.',
  tags: ['Bulk and batch'],
  ...access('scan', 'writes', idempotent()),
  request: {
    body: jsonBody(BatchBody, { targets: ['https://shop.example.org'], scan_type: 'both' }),
  },
  responses: {
    202: { description: 'Taken.', content: { 'application/json': { schema: BatchJob } } },
    ...errorResponses(...JOB_ERRORS),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/api/batch/{batch_id}',
  operationId: 'getBatch',
  summary: 'Read how far a batch is',
  tags: ['Bulk and batch'],
  ...access('read', 'reads'),
  request: {
    params: z.object({ batch_id: ScanId.openapi({ param: { name: 'batch_id', in: 'path' } }) }),
  },
  responses: {
    200: {
      description: 'Where the batch stands.',
      content: { 'application/json': { schema: BatchJob } },
    },
    ...errorResponses('not_found'),
  },
})

export function batchRoutes(app: App): void {
  app.openapi(startRoute, async (c) => {
    const { value } = await readJson(c, BatchBody)
    const batchId = await createJob(c.get('deps'), actorOf(c), 'batch', value)
    const counts = { completed: 0, failed: 0, total: value.targets.length }
    const lists = { scan_ids: [], scans: [], errors: [] }
    return c.json({ batch_id: batchId, status: 'running' as const, ...counts, ...lists }, 202)
  })

  app.openapi(readRoute, async (c) => {
    const { batch_id: batchId } = c.req.valid('param')
    const { status, ...job } = await readJob(
      c.get('deps'),
      c.get('auth').account.id,
      'batch',
      batchId,
    )
    const hasEnded = status === 'done' || status === 'failed'
    return c.json({ batch_id: batchId, status: hasEnded ? 'done' : 'running', ...job }, 200)
  })
}
