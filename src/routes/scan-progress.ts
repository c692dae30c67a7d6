import { createRoute, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'

import { ApiError } from '../errors.ts'
import { createTicket } from '../services/progress/create-ticket.ts'
import { describeStream, followScan } from '../services/progress/follow.ts'
import { redeemTicket } from '../services/progress/ticket.ts'
import type { App, AppEnv } from './context.ts'
import { access } from './middleware/access.ts'
import { errorResponses, ScanIdParams } from './openapi-shared.ts'
import { Timestamp } from './schemas/finding.ts'

const byKey = access('read', 'reads')
const withKey = every(...byKey.middleware)

/** A key is checked here; a ticket, which names its scan, is checked where the scan is known. */
const withKeyOrTicket: MiddlewareHandler<AppEnv> = async function withKeyOrTicket(c, next) {
  return c.get('auth') === undefined ? next() : withKey(c, next)
}

const follow = createRoute({
  method: 'get',
  path: '/api/scan/{scan_id}/progress',
  operationId: 'followScan',
  summary: 'Follow a scan as Server-Sent Events',
  description:
    'Each event is `{"type": "progress" | "finding" | "done" | "error", "data": {…}}` with an id. ' +
    'Reconnect with Last-Event-ID to get what was missed; 204 says that nothing follows.',
  tags: ['Scans'],
  security: [...byKey.security, { StreamTicket: [] }],
  middleware: [withKeyOrTicket] as const,
  request: {
    params: ScanIdParams,
    query: z.object({
      ticket: z.string().optional().openapi({
        description: 'In place of the key, from POST …/progress-ticket.',
      }),
      last_event_id: z.string().optional().openapi({
        description: 'In place of the header, for clients that cannot set it.',
      }),
    }),
    headers: z.object({ 'last-event-id': z.string().optional() }),
  },
  responses: {
    200: {
      description: 'The stream; it is closed after `done` or `error`.',
      content: {
        'text/event-stream': {
          schema: z.string(),
          example:
            'retry: 3000\n: connected\n\nid: 1\ndata: {"type":"progress","data":{"percent":5}}\n\n',
        },
      },
    },
    204: { description: 'The client has seen the end: do not reconnect.' },
    ...errorResponses('invalid_request', 'not_found', 'unavailable'),
  },
})

const issue = createRoute({
  method: 'post',
  path: '/api/scan/{scan_id}/progress-ticket',
  operationId: 'createProgressTicket',
  summary: 'Get a ticket for the progress stream',
  description: 'For EventSource, which cannot send the key. Good for 60 s and for this scan only.',
  tags: ['Scans'],
  ...byKey,
  request: { params: ScanIdParams },
  responses: {
    200: {
      description: 'Open `/api/scan/{scan_id}/progress?ticket=…` with it.',
      content: {
        'application/json': {
          schema: z.object({ ticket: z.string(), expires_at: Timestamp }),
          example: { ticket: 'pst_eyJhIjoxfQ.c2lnbmF0dXJl', expires_at: '2026-11-20T10:01:00' },
        },
      },
    },
    ...errorResponses('not_found'),
  },
})

export function scanProgressRoutes(app: App): void {
  app.openapi(follow, (c) => {
    const scanId = c.req.valid('param').scan_id
    const { ticket, last_event_id } = c.req.valid('query')
    const request = {
      accountId: accountOf(c, scanId, ticket),
      scanId,
      lastEventId: c.req.header('last-event-id') ?? last_event_id ?? null,
    }
    const isHead = c.req.raw.method === 'HEAD'
    return isHead ? describeStream(c.get('deps'), request) : followScan(c.get('deps'), request)
  })

  app.openapi(issue, async (c) => {
    const { scan_id } = c.req.valid('param')
    return c.json(await createTicket(c.get('deps'), c.get('auth').account.id, scan_id), 200)
  })
}

/** The key's account, or else the ticket's; a bad ticket is refused in the words of a bad key. */
function accountOf(c: Context<AppEnv>, scan: string, ticket: string | undefined): string {
  const auth = c.get('auth')
  if (auth !== undefined) return auth.account.id
  const deps = c.get('deps')
  const request = { ticket: ticket ?? '', scan, now: deps.now() }
  const account = redeemTicket(request, deps.settings.ENCRYPTION_KEY)
  if (account === null) throw new ApiError('unauthorized')
  return account
}
