import { createRoute, z } from '@hono/zod-openapi'

import { compareTwo, compareWithPrevious } from '../services/scans/compare.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses, ScanId, ScanIdParams } from './openapi-shared.ts'
import { PreviousComparisonBody, TwoComparisonBody } from './schemas/compare.ts'
import { COMPARED_TWO, COMPARED_WITH_PREVIOUS } from './schemas/compare-examples.ts'

const withPrevious = createRoute({
  method: 'get',
  path: '/api/scan/{scan_id}/compare',
  operationId: 'compareWithPrevious',
  summary: 'Compare a scan with the previous one of its target',
  description:
    'The previous scan is the newest completed one of the same target and an overlapping type that ' +
    'started earlier; re-tests never count.',
  tags: ['Comparison'],
  ...access('read', 'reads'),
  request: { params: ScanIdParams },
  responses: {
    200: {
      description: 'What is new, fixed and unchanged, by fingerprint.',
      content: {
        'application/json': { schema: PreviousComparisonBody, example: COMPARED_WITH_PREVIOUS },
      },
    },
    ...errorResponses('not_found', 'scan_not_completed', 'unavailable'),
  },
})

const two = createRoute({
  method: 'get',
  path: '/api/scan/compare-two',
  operationId: 'compareTwo',
  summary: 'Compare any two scans of the account',
  description:
    'scan1 is taken as the older one. Findings of different targets are never the same: a ' +
    'fingerprint holds the origin.',
  tags: ['Comparison'],
  ...access('read', 'reads'),
  request: { query: z.object({ id1: ScanId, id2: ScanId }) },
  responses: {
    200: {
      description: 'Both scans side by side.',
      content: { 'application/json': { schema: TwoComparisonBody, example: COMPARED_TWO } },
    },
    ...errorResponses('invalid_request', 'not_found', 'scan_not_completed', 'unavailable'),
  },
})

export function compareRoutes(app: App): void {
  app.openapi(two, async (c) => {
    const { id1, id2 } = c.req.valid('query')
    return c.json(await compareTwo(c.get('deps'), c.get('auth').account.id, [id1, id2]), 200)
  })
  app.openapi(withPrevious, async (c) => {
    const { scan_id: scanId } = c.req.valid('param')
    return c.json(await compareWithPrevious(c.get('deps'), c.get('auth').account.id, scanId), 200)
  })
}
