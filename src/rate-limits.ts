import { countRequest } from './accounts/admission.ts'
import type { Env } from './env.ts'
import { clock, isLocal } from './runtime.ts'
import type { RateLimits } from './services/deps.ts'
import type { WindowAnswer } from './services/ports.ts'

const FREE: WindowAnswer = {
  allowed: true,
  limit: null,
  remaining: null,
  resetS: 0,
  keyRevoked: false,
}
/** Accounts remembered by the local windows; the oldest is forgotten first. */
const LOCAL_WINDOWS = 10_000
const WINDOW_S = 60

const BINDING_OF = { reads: 'READS', writes: 'WRITES', exports: 'EXPORTS' } as const

/** Permissive and per location in production (tables.md §8); exact on the clock in local mode. */
export const makeRateLimits = (env: Env): RateLimits => (isLocal() ? local : byBinding(env))

const byBinding = (env: Env): RateLimits => ({
  async take(name, accountId, limit) {
    if (limit === null) return FREE
    const { success } = await env[BINDING_OF[name]].limit({ key: accountId })
    return { ...FREE, allowed: success, limit, resetS: WINDOW_S }
  },
})

const windows = new Map<string, readonly number[]>()

const local: RateLimits = {
  async take(name, accountId, limit) {
    const key = `${name}:${accountId}`
    const { stamps, ...answer } = countRequest(windows.get(key) ?? [], limit, clock.now())
    windows.delete(key)
    windows.set(key, stamps)
    const [oldest] = windows.keys()
    if (windows.size > LOCAL_WINDOWS && oldest !== undefined) windows.delete(oldest)
    return { ...answer, limit, keyRevoked: false }
  },
}
