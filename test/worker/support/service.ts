import { env, exports } from 'cloudflare:workers'

import type { AccountLimits, Plan } from '../../../src/accounts/account.ts'
import { createAccount } from '../../../src/services/accounts/create-account.ts'
import type { Deps } from '../../../src/services/deps.ts'
import { UNLIMITED } from '../support.ts'
import { makeDeps, randomBytes } from '../../../src/wiring.ts'

export const deps = (): Deps => makeDeps(env)

export type Caller = Readonly<{ accountId: string; key: string; keyId: string }>

/** A fresh account: tests of one file share the stores, never an account. */
export const newCaller = (
  limits: Partial<AccountLimits> = {},
  plan: Plan = 'gold',
): Promise<Caller> =>
  createAccount(
    { ...deps(), randomBytes },
    {
      email: `${crypto.randomUUID()}@worker.example`,
      plan,
      limits: { ...UNLIMITED, ...limits },
      authorizationConfirmed: { at: '2026-11-20T00:00:00', by: 'test', ip: null },
    },
  )

export type Reply = Readonly<{ status: number; headers: Headers; body: Record<string, unknown> }>

/** One request to the Worker, as a client sends it; `body` of text goes out as it is. */
export async function call(
  key: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const init: RequestInit = {
    method,
    headers: {
      ...(key !== null && { 'x-service-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  }
  if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await exports.default.fetch(new Request(`https://palisade.example${path}`, init))
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : { text },
  }
}
