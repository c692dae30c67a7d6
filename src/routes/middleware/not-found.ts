import type { Context } from 'hono'

import { ApiError } from '../../errors.ts'
import type { App, AppEnv } from '../context.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Hono answers 404 for a wrong method; this tells it apart and names the right ones (decisions 72). */
export function makeNotFound(app: App) {
  return async function notFound(c: Context<AppEnv>): Promise<Response> {
    const allow = methodsOf(app, c.req.path)
    if (allow.length > 0) throw new ApiError('method_not_allowed', { allow })
    const asset = await staticAsset(c)
    if (asset) return asset
    throw new ApiError('not_found')
  }
}

function methodsOf(app: App, path: string): string[] {
  const found = METHODS.filter((method) =>
    // Middleware is registered for every method and says nothing about the path.
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  )
  return found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

/** Outside /api the files of public/ answer, when there is one of that name. */
async function staticAsset(c: Context<AppEnv>): Promise<Response | null> {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!isRead || c.req.path.startsWith('/api/')) return null
  const answer = await c.env.ASSETS.fetch(c.req.raw)
  return answer.status === 404 ? null : answer
}
