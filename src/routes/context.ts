import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'

import type { Auth } from '../accounts/account.ts'
import type { Env } from '../env.ts'
import type { Actor } from '../services/audit/entry.ts'
import type { Deps } from '../services/deps.ts'

/** `auth` is set by the authentication middleware; public routes do not read it. */
export type AppEnv = {
  Bindings: Env
  Variables: {
    auth: Auth
    deps: Deps
    requestId: string
    clientIp: string | null
    /** After a change of the account or its keys: this isolate reads them again. */
    forgetKeys: () => void
    /** The body, once it was read: a request can be read only once. */
    bodyBytes: Uint8Array | undefined
  }
}
/** A resource file exports one `function somethingRoutes(app: App): void` that registers its routes. */
export type App = OpenAPIHono<AppEnv>

/** Who asks, for the audit log. */
export const actorOf = (c: Context<AppEnv>): Actor => ({
  auth: c.get('auth'),
  clientIp: c.get('clientIp'),
})
