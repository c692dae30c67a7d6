import { timingSafeEqual } from 'node:crypto'

import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'

import { hashKey, matchesHash } from '../accounts/api-keys.ts'
import { ApiError } from '../errors.ts'
import { DAY, SECOND } from '../report/time.ts'
import type { App, AppEnv } from '../routes/context.ts'
import { answerError } from '../routes/errors.ts'
import { answerHeaders } from '../routes/middleware/answer-headers.ts'
import { makeNotFound } from '../routes/middleware/not-found.ts'
import { readJson } from '../routes/middleware/read-json.ts'
import { requestId } from '../routes/middleware/request-id.ts'
import type { MakeDeps } from '../routes/app.ts'
import { addAccount, NewAccount, operatorKey } from './accounts.ts'
import { advanceClock, type SaveClock } from './advance.ts'

const MOST_SECONDS = (3660 * DAY) / SECOND
const Bootstrap = z.strictObject({ key: z.string().nullable() })
const Advance = z.strictObject({ seconds: z.number().nonnegative().max(MOST_SECONDS) })

export type LocalWorld = Readonly<{
  makeDeps: MakeDeps
  /** What only the parent process knows. */
  token: string
  saveClock: SaveClock
  runCron(env: Cloudflare.Env, ctx: ExecutionContext): Promise<void>
}>

/** No page of a browser may drive the local mode, whatever key it has got hold of. */
const refuseOrigin: MiddlewareHandler<AppEnv> = async function refuseOrigin(c, next) {
  if (c.req.header('origin') !== undefined) {
    throw new ApiError('forbidden', { text: 'Requests of web pages are not allowed here.' })
  }
  await next()
}

const platformContext = (c: Context<AppEnv>): ExecutionContext =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Hono types what all platforms share; this is workerd's own
  c.executionCtx as ExecutionContext

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(hashKey(given), 'hex'), Buffer.from(hashKey(expected), 'hex')]
  return timingSafeEqual(a, b)
}

/** The endpoints under /api/local: for the parent process first, then for who holds its key. */
export function createLocalApi(world: LocalWorld): App {
  // Set by the parent before it tells anybody where the service is.
  let operatorHash: string | null = null

  const app: App = new OpenAPIHono<AppEnv>()
  app.onError(answerError)
  app.notFound(makeNotFound(app))
  app.use(requestId, answerHeaders, refuseOrigin)
  app.use(async function provideDeps(c, next) {
    c.set('deps', world.makeDeps(c.env))
    await next()
  })

  app.post('/api/local/bootstrap', async (c) => {
    const token = c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''
    if (!isSame(token, world.token)) throw new ApiError('unauthorized')
    const { value } = await readJson(c, Bootstrap)
    const key = await operatorKey(c.get('deps'), value.key)
    operatorHash = hashKey(key)
    return c.json({ key })
  })

  app.use(async function operatorOnly(c, next) {
    const key = c.req.header('x-service-key') ?? ''
    if (operatorHash === null || !matchesHash(key, operatorHash)) {
      throw new ApiError('unauthorized')
    }
    await next()
  })

  app.post('/api/local/cron', async (c) => {
    await world.runCron(c.env, platformContext(c))
    return c.json({ fired: true })
  })

  app.post('/api/local/advance', async (c) => {
    const { value } = await readJson(c, Advance)
    const deps = c.get('deps')
    const ms = Math.round(value.seconds * SECOND)
    const { offsetMs, woken } = await advanceClock(deps, ms, world.saveClock)
    await world.runCron(c.env, platformContext(c))
    return c.json({ now_ms: deps.now(), offset_seconds: offsetMs / SECOND, woken })
  })

  app.post('/api/local/accounts', async (c) => {
    const { value } = await readJson(c, NewAccount)
    const { accountId, key } = await addAccount(c.get('deps'), value)
    return c.json({ account_id: accountId, key }, 201)
  })

  return app
}
