import { env } from 'cloudflare:workers'

import type { Mail } from '../../../src/notify/mail.ts'
import { ProbeError, type HttpRequest } from '../../../src/scanner/http/exchange.ts'
import { GuardRefusal } from '../../../src/scanner/http/guard-refusal.ts'
import type { Guard } from '../../../src/scanner/ports.ts'
import type { Deps } from '../../../src/services/deps.ts'
import { announceEnd } from '../../../src/services/notify/announce.ts'
import { attemptDelivery } from '../../../src/services/notify/attempt.ts'
import type { DeliveryDeps } from '../../../src/services/notify/ports.ts'
import { addReceivers } from '../../../src/services/notify/receivers.ts'
import { sweepDeliveries } from '../../../src/services/notify/sweep.ts'
import type { DeliveryMessage } from '../../../src/services/ports.ts'
import { anAccount, aWorld, seedScan } from './read-world.ts'

type Json = Readonly<Record<string, unknown>>
export type Queued = Readonly<{ message: DeliveryMessage; delayS: number }>
/** What a receiver does with its n-th request: a status, or a way not to answer. */
export type Script = (request: HttpRequest, nth: number) => number | 'timeout' | 'crash'

/** Deliveries over the real D1, with a queue, a clock and receivers of the test's own. */
export function aDeliveryWorld() {
  const queue: Queued[] = []
  const requests: HttpRequest[] = []
  const mails: Mail[] = []
  const state: { script: Script; inside: boolean; hasMail: boolean; mailFails: boolean } = {
    script: () => 204,
    inside: false,
    hasMail: true,
    mailFails: false,
  }
  const guard: Guard = {
    assertMayConnect: async (_url, purpose) => {
      if (purpose !== 'webhook') throw new Error(`asked for ${purpose}`)
      if (state.inside) throw new GuardRefusal('forbidden_address', 'It is inside now.')
      return ['93.184.216.34']
    },
  }
  const given: Partial<Deps> = {
    guard,
    sendDelivery: async (message, delayS) => void queue.push({ message, delayS }),
  }
  const { deps, clock, call } = aWorld(given)
  const delivery: DeliveryDeps = {
    ...deps,
    userAgent: 'Palisade/test',
    get sendMail() {
      return state.hasMail ? sendMail : null
    },
    transport: async (request) => {
      requests.push(request)
      const status = state.script(request, requests.length)
      if (status === 'timeout') throw new ProbeError('timeout', 'too late')
      if (status === 'crash') throw new Error('the isolate is gone')
      return { status, headers: new Headers(), body: '', truncated: true, elapsedMs: 1 }
    },
  }
  async function sendMail(mail: Mail) {
    if (state.mailFails) throw new Error('quota')
    mails.push(mail)
  }

  const attempt = (message: DeliveryMessage) => attemptDelivery(delivery, message)
  /** Hands out everything that is queued, moving the clock as the delays say. */
  async function drain(): Promise<readonly number[]> {
    const delays: number[] = []
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      delays.push(next.delayS)
      clock.now += next.delayS * 1000
      await attempt(next.message)
    }
    return delays
  }

  /** A running scan of a new account with the given receivers. */
  async function running(asked: Readonly<{ hooks?: readonly string[]; email?: string }> = {}) {
    const account = await anAccount(deps)
    const scanId = await seedScan(deps, account.id, { status: 'running' })
    const scan = { accountId: account.id, scanId }
    for (const url of asked.hooks ?? []) await add(scan, url)
    const notifyEmail = asked.email ?? null
    if (notifyEmail !== null) await addReceivers(deps, at(scan), { webhook: null, notifyEmail })
    return { account, ...scan }
  }
  const at = (scan: { accountId: string; scanId: string }) => ({ ...scan, at: clock.now })
  const add = (scan: { accountId: string; scanId: string }, url: string) =>
    addReceivers(deps, at(scan), { webhook: { url, format: 'auto' }, notifyEmail: null })

  /** Ends the scan's row as the saga does, and announces it. */
  async function end(
    scan: { accountId: string; scanId: string },
    columns: Readonly<Record<string, string | number>> = {},
  ) {
    const row = { status: 'completed', completed_at: clock.now, ...columns }
    const names = Object.keys(row).map((name, index) => `${name} = ?${index + 2}`)
    await env.DB.prepare(`UPDATE scans SET ${names.join(', ')} WHERE id = ?1`)
      .bind(scan.scanId, ...Object.values(row))
      .run()
    await announceEnd(deps, scan)
  }

  const sweep = () => sweepDeliveries(deps)
  return {
    deps,
    clock,
    call,
    queue,
    requests,
    mails,
    state,
    attempt,
    drain,
    running,
    add,
    end,
    sweep,
  }
}
export type DeliveryWorld = ReturnType<typeof aDeliveryWorld>

export const idOf = (request: HttpRequest): string => request.headers.get('webhook-id') ?? ''

/** The same, and the HTTP API over it. */
export function aWorldWithApi() {
  const world = aDeliveryWorld()
  const api = async (key: string, method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await world.call(path, key, init)
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json }
  }
  return { ...world, api }
}
