import { createRoute, z } from '@hono/zod-openapi'

import { LIMITS } from '../limits.ts'
import { listScans, presentInFull, presentListed } from '../services/scans/list.ts'
import { pageLinks } from '../services/scans/paging.ts'
import type { App } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses } from './openapi-shared.ts'
import { LISTED_SCAN } from './schemas/examples.ts'
import { onePage, pageOf, PageQuery } from './schemas/paging.ts'
import { Scan, ScanStatus } from './schemas/scan.ts'
import { streamList } from './stream-list.ts'

const Cursor = z
  .string()
  .regex(/^\d{1,15}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Take it from the next link.')
  .transform((text) => {
    const dot = text.indexOf('.')
    return { startedAt: Number(text.slice(0, dot)), scanId: text.slice(dot + 1) }
  })

const Query = z.object({
  status: ScanStatus.optional(),
  search: z.string().max(LIMITS.urlLength).optional().openapi({
    description: 'Part of the target URL, in upper or lower case.',
  }),
  tag: z.string().trim().min(1).max(LIMITS.tagLength).optional(),
  ...PageQuery,
  after: Cursor.optional().openapi({
    type: 'string',
    description: 'As the `next` link has it: the page begins behind that scan, at any depth.',
  }),
  include: z.enum(['results']).optional().openapi({
    description: 'Items carry `results: null` unless `include=results` asks for them.',
  }),
})

const ScanList = pageOf(Scan).openapi('ScanList')

const route = createRoute({
  method: 'get',
  path: '/api/scans',
  operationId: 'listScans',
  summary: 'List scans, newest first',
  tags: ['Scans'],
  ...access('read', 'reads'),
  request: { query: Query },
  responses: {
    200: onePage(ScanList, LISTED_SCAN),
    ...errorResponses('invalid_request', 'unavailable'),
  },
})

export function scanListRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const deps = c.get('deps')
    const { include, ...request } = c.req.valid('query')
    const { items, ...page } = await listScans(deps, c.get('auth').account.id, request)
    const last = items.at(-1)
    const after = last === undefined ? null : `${last.startedAt}.${last.id}`
    c.header('Link', pageLinks(c.req.url, page, after))
    if (include === 'results') return streamList(c, presentInFull(deps, items), page)
    return c.json({ items: items.map((scan) => presentListed(deps, scan)), ...page }, 200)
  })
}
