import { createHash } from 'node:crypto'

import type { Context } from 'hono'

import { ApiError } from '../errors.ts'
import type { AppEnv } from './context.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

export type Idempotency = Readonly<{ key: string; bodyHash: string }>

/**
 * The Idempotency-Key of a request, quoted or not (draft-ietf-httpapi-idempotency-key-header); its
 * scope is account, method and path. Only a hash of the body is kept.
 */
export function idempotencyOf(c: Context<AppEnv>, body: string | Uint8Array): Idempotency | null {
  const header = c.req.header('idempotency-key')?.trim()
  if (header === undefined) return null
  const name = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!KEY.test(name)) {
    const message = 'Must be 1 to 255 visible ASCII characters.'
    throw new ApiError('invalid_request', { fields: [{ path: 'Idempotency-Key', message }] })
  }
  return {
    key: `${c.req.method} ${c.req.path} ${name}`,
    bodyHash: createHash('sha256').update(body).digest('hex'),
  }
}

/** Tells an answer given before from one given now. */
export const markReplayed = (c: Context<AppEnv>): void => c.header('Idempotent-Replayed', 'true')
