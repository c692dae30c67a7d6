import { OpenAPIHono } from '@hono/zod-openapi'
import type { Hook } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'

import type { Env } from '../env.ts'
import { ApiError } from '../errors.ts'
import { makeKeyCache } from '../services/auth/key-cache.ts'
import type { Deps } from '../services/deps.ts'
import type { App, AppEnv } from './context.ts'
import { answerError } from './errors.ts'
import { answerHeaders } from './middleware/answer-headers.ts'
import { authentication } from './middleware/authentication.ts'
import { cors } from './middleware/cors.ts'
import { makeNotFound } from './middleware/not-found.ts'
import { invalidRequest } from './middleware/read-json.ts'
import { requestId } from './middleware/request-id.ts'
import { registerRoutes } from './register.ts'

export type MakeDeps = (env: Env) => Deps

/** The whole HTTP surface; `makeDeps` runs once per request, so tests inject what they like. */
export function createApp(makeDeps: MakeDeps): App {
  const app: App = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
  app.onError(answerError)
  app.notFound(makeNotFound(app))
  app.use(requestId, answerHeaders, provide(makeDeps), cors)
  app.use('/api/*', authentication(makeKeyCache()))
  registerRoutes(app)
  return app
}

function provide(makeDeps: MakeDeps): MiddlewareHandler<AppEnv> {
  return async function provideDeps(c, next) {
    c.set('deps', makeDeps(c.env))
    await next()
  }
}

/** Wrong query or header: 400 naming the fields. Wrong path field: such a thing does not exist. */
const refuseInvalid: Hook<unknown, AppEnv, string, void> = (result) => {
  if (result.success) return
  throw result.target === 'param' ? new ApiError('not_found') : invalidRequest(result.error)
}
