import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'

import { LIMITS } from '../limits.ts'
import { isoSeconds, MINUTE } from '../report/time.ts'
import type { StartInput } from '../services/scans/start-options.ts'
import { startScan, type StartOutcome } from '../services/scans/start.ts'
import type { App, AppEnv } from './context.ts'
import { idempotencyOf, markReplayed, type Idempotency } from './idempotency.ts'
import { access } from './middleware/access.ts'
import { readJson } from './middleware/read-json.ts'
import { BODY_ERRORS, errorResponses, jsonBody, REPEAT_ERRORS } from './openapi-shared.ts'
import { StartBody } from './schemas/start.ts'
import { Deduplicated, Started } from './schemas/started.ts'

/** What the target of a scan can be refused for, now or later. */
export const TARGET_ERRORS = [
  'target_not_allowed',
  'target_ip_unsupported',
  'no_active_plan',
  'authorization_required',
  'ticket_required',
  'asset_limit_reached',
] as const

/** Every error of a start, in the order they are looked for (tables.md §5). */
export const START_ERRORS = [
  ...BODY_ERRORS,
  ...TARGET_ERRORS,
  'concurrent_limit',
  'domain_cooldown',
  ...REPEAT_ERRORS,
  'unavailable',
] as const

export const START_EXAMPLE = { target_url: 'https://shop.example.org', scan_type: 'vuln' }

const route = createRoute({
  method: 'post',
  path: '/api/scan',
  operationId: 'startScan',
  summary: 'Start a scan',
  description:
    'Answers at once; the scan runs on. A target that was scanned less than 15 minutes ago answers ' +
    '200 with the scan that exists.',
  tags: ['Scans'],
  ...access('scan', 'starts'),
  request: { body: jsonBody(StartBody, START_EXAMPLE) },
  responses: {
    202: { description: 'Started.', content: { 'application/json': { schema: Started } } },
    200: {
      description: 'Deduplicated: no new scan.',
      content: { 'application/json': { schema: Deduplicated } },
    },
    ...errorResponses(...START_ERRORS),
  },
})

export function scanStartRoutes(app: App): void {
  app.openapi(route, async (c) => {
    const { input, outcome, idempotency } = await start(c, true)
    switch (outcome.kind) {
      case 'replayed': {
        markReplayed(c)
        const body: unknown = JSON.parse(outcome.body)
        return outcome.status === 200
          ? c.json(Deduplicated.parse(body), 200)
          : c.json(Started.parse(body), 202)
      }
      case 'started': {
        const body = { scan_id: outcome.scanId, status: 'running' } as const
        await remember(c, idempotency, 202, body)
        return c.json(body, 202)
      }
      case 'duplicate': {
        const body = {
          scan_id: outcome.scanId,
          status: outcome.status,
          started_at: isoSeconds(outcome.startedAt),
          message: duplicateMessage(input, outcome.receiversAdded),
        }
        await remember(c, idempotency, 200, body)
        return c.json(body, 200)
      }
    }
  })
}

function duplicateMessage(input: StartInput, receiversAdded: boolean): string {
  const minutes = LIMITS.dedupWindowMs / MINUTE
  const message = `This target was scanned less than ${minutes} minutes ago; this is that scan.`
  if (input.webhook === null) return message
  return `${message} The webhook_url was ${receiversAdded ? 'added' : 'not added'} to it.`
}

/** What both start routes do before they word their answer. */
export async function start(
  c: Context<AppEnv>,
  dedup: boolean,
): Promise<
  Readonly<{ input: StartInput; outcome: StartOutcome; idempotency: Idempotency | null }>
> {
  const { value: input, text } = await readJson(c, StartBody)
  const idempotency = idempotencyOf(c, text)
  const context = { clientIp: c.get('clientIp'), dedup, idempotency }
  const outcome = await startScan(c.get('deps'), c.get('auth'), input, context)
  return { input, outcome, idempotency }
}

/** Keeps the answer for a repeated Idempotency-Key. */
export async function remember(
  c: Context<AppEnv>,
  idempotency: Idempotency | null,
  status: number,
  body: object,
): Promise<void> {
  if (idempotency === null) return
  const account = c.get('deps').account(c.get('auth').account.id)
  await account.answered(idempotency.key, status, JSON.stringify(body))
}
