import { createRoute, z } from '@hono/zod-openapi'

import { patchScan } from '../services/scans/patch.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { readJson } from './middleware/read-json.ts'
import { BODY_ERRORS, errorResponses, jsonBody, ScanIdParams } from './openapi-shared.ts'
import { SCAN } from './schemas/examples.ts'
import { Notes, Tags } from './schemas/labels.ts'
import { Scan } from './schemas/scan.ts'

const Labels = z.strictObject({ tags: Tags.exactOptional(), notes: Notes.exactOptional() })

const route = createRoute({
  method: 'patch',
  path: '/api/scan/{scan_id}',
  operationId: 'patchScan',
  summary: 'Change the tags and notes of a scan',
  description: 'What is not given stays as it is; `tags` replaces the whole list.',
  tags: ['Scans'],
  ...access('scan', 'writes'),
  request: {
    params: ScanIdParams,
    body: jsonBody(Labels, { tags: ['release-42'], notes: 'Before the launch.' }),
  },
  responses: {
    200: {
      description: 'The scan as it is now.',
      content: { 'application/json': { schema: Scan, example: SCAN } },
    },
    ...errorResponses(...BODY_ERRORS, 'not_found', 'unavailable'),
  },
})

export function scanPatchRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const { value } = await readJson(c, Labels)
    const scan = {
      accountId: c.get('auth').account.id,
      scanId: c.req.valid('param').scan_id,
    }
    return c.json(await patchScan(c.get('deps'), scan, value), 200)
  })
}
