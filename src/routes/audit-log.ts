import { createRoute, z } from '@hono/zod-openapi'

import { AUDIT_ACTIONS } from '../accounts/audit-actions.ts'
import { listAudit } from '../services/audit/list.ts'
import { pageLinks } from '../services/scans/paging.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses } from './openapi-shared.ts'
import { AUDIT_ITEM } from './schemas/account-examples.ts'
import { Timestamp } from './schemas/finding.ts'
import { onePage, pageOf, PageQuery } from './schemas/paging.ts'

const AuditItem = z
  .object({
    id: z.string(),
    at: Timestamp,
    actor: z.string().openapi({ description: '`key:<id>`, `operator` or `sweep`.' }),
    action: z.enum(AUDIT_ACTIONS),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .openapi('AuditItem')

const route = createRoute({
  method: 'get',
  path: '/api/audit-log',
  operationId: 'listAuditLog',
  summary: 'List what was done in the account, newest first',
  tags: ['Account'],
  ...access('manage', 'reads'),
  request: { query: z.object({ action: z.enum(AUDIT_ACTIONS).optional(), ...PageQuery }) },
  responses: {
    200: onePage(pageOf(AuditItem), AUDIT_ITEM),
    ...errorResponses('invalid_request'),
  },
})

export function auditLogRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const request = c.req.valid('query')
    const page = await listAudit(c.get('deps'), c.get('auth').account.id, request)
    c.header('Link', pageLinks(c.req.url, page))
    return c.json(page, 200)
  })
}
