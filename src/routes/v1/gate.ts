import { createRoute, z } from '@hono/zod-openapi'

import { GATE_DEFAULTS } from '../../report/gate.ts'
import { CONFIDENCES, SEVERITIES } from '../../report/severity.ts'
import { gateScan } from '../../services/scans/gate.ts'
import type { App } from '../context.ts'
import { access } from '../middleware/access.ts'
import { errorResponses, ScanIdParams } from '../openapi-shared.ts'
import { GATE } from '../schemas/examples.ts'
import { Severity } from '../schemas/finding.ts'
import { Flag } from '../schemas/paging.ts'
import { ScanStatus } from '../schemas/scan.ts'

const Query = z.object({
  fail_on: z.enum(SEVERITIES).default(GATE_DEFAULTS.failOn),
  min_confidence: z.enum(CONFIDENCES).default(GATE_DEFAULTS.minConfidence),
  new_only: Flag,
  allow_partial: Flag,
})

const Count = z.int().min(0)

const GateResult = z
  .object({
    passed: z.boolean(),
    reason: z.enum(['scan_failed', 'scan_incomplete']).optional(),
    counts: z.object({ critical: Count, high: Count, medium: Count, low: Count, info: Count }),
    failing_count: Count,
    failing: z
      .array(z.object({ title: z.string(), severity: Severity, fingerprint: z.string() }))
      .readonly(),
    scan_id: z.string().openapi({ format: 'uuid' }),
    status: ScanStatus,
    fail_on: Severity,
    min_confidence: z.enum(CONFIDENCES),
    new_only: z.boolean(),
    partial: z.boolean(),
    previous_scan_id: z.string().nullable(),
  })
  .openapi('GateResult')

const route = createRoute({
  method: 'get',
  path: '/api/v1/scan/{scan_id}/gate',
  operationId: 'v1Gate',
  summary: 'Ask whether a scan lets a build through',
  description:
    'Passing and failing both answer 200: read `passed`. It fails closed for failed scans, and for ' +
    'partial ones unless `allow_partial=true`.',
  tags: ['v1'],
  ...access('read', 'reads'),
  request: { params: ScanIdParams, query: Query },
  responses: {
    200: {
      description: 'The verdict.',
      content: { 'application/json': { schema: GateResult, example: GATE } },
    },
    ...errorResponses('invalid_request', 'not_found', 'scan_not_completed'),
  },
})

export function v1GateRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const verdict = await gateScan(c.get('deps'), {
      accountId: c.get('auth').account.id,
      scanId: c.req.valid('param').scan_id,
      ...c.req.valid('query'),
    })
    return c.json(verdict, 200)
  })
}
