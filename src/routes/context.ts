import type { OpenAPIHono } from '@hono/zod-openapi'

import type { Auth } from '../accounts/account.ts'
import type { Env } from '../env.ts'
import type { Deps } from '../services/deps.ts'

/** `auth` is set by the authentication middleware; public routes do not read it. */
export type AppEnv = {
  Bindings: Env
  Variables: { auth: Auth; deps: Deps; requestId: string; clientIp: string | null }
}
/** A resource file exports one `function somethingRoutes(app: App): void` that registers its routes. */
export type App = OpenAPIHono<AppEnv>
