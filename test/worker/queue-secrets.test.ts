import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'

import { enterLocalMode } from '../../src/runtime.ts'
import { scanWithFaults } from './support/faults.ts'
import { newCaller } from './support/service.ts'

// The target is on loopback, which the guard allows in local mode alone.
enterLocalMode()

const canary = (name: string): string => `canary-${name}-${crypto.randomUUID()}`
const [COOKIE, TOKEN, PASSWORD, HEADER, HOOK] = ['cookie', 'token', 'password', 'header', 'hook']
  .map(canary)
  .map(String)
const SECRETS = [COOKIE, TOKEN, PASSWORD, HEADER, HOOK, 'GEZDGNBVGY3TQOJQ'].map(String)
const shown = (messages: readonly unknown[]): readonly string[] => {
  const text = JSON.stringify(messages)
  return SECRETS.filter((secret) => text.includes(secret))
}

const FORM = {
  type: 'form',
  login_url: `${env.TARGET}/login`,
  username: 'anna',
  password: PASSWORD,
  totp_secret: 'GEZDGNBVGY3TQOJQ',
  success_url_contains: '/desk',
}
const RECEIVED = { custom_headers: { 'X-Team': HEADER }, webhook_url: `${env.TARGET}/${HOOK}` }

/** Hands every message of a queue to `see`; none is delivered. */
function watchQueue(name: string, see: (body: unknown) => void): void {
  const queue = new Map<string, unknown>(Object.entries(env)).get(name) as Queue
  vi.spyOn(queue, 'send').mockImplementation(async (body) => {
    see(body)
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
  })
}

describe('messages of the queues', () => {
  it.each([
    ['cookie', { type: 'cookie', cookie_string: `sid=${COOKIE}` }, 'completed'],
    ['token', { type: 'token', token: TOKEN }, 'completed'],
    ['form', FORM, 'failed'],
  ])('carry ids and no secret', async (_, auth_config, status) => {
    const caller = await newCaller()
    const messages: unknown[] = []
    for (const shard of [0, 1, 2, 3]) {
      watchQueue(`DELIVERIES_${shard}`, (body) => messages.push({ delivery: body }))
    }
    const options = { ...RECEIVED, auth_config, max_requests: 400 }
    const see = (body: unknown): void => void messages.push(body)
    const { ended } = await scanWithFaults(caller, env.TARGET, null, { see, options })
    expect(ended.status).toBe(status)
    expect(messages.length).toBeGreaterThan(0)
    expect(shown(messages)).toEqual([])
  })
})
