import { isProbeError, ProbeError } from '../../src/scanner/http/exchange.ts'
import type { Exchange, HttpRequest, HttpResponse } from '../../src/scanner/http/exchange.ts'
import { GuardRefusal } from '../../src/scanner/http/guard-refusal.ts'
import { makePacer } from '../../src/scanner/http/pacer.ts'
import { makeScope } from '../../src/scanner/http/scope.ts'
import { makeSender, type SenderOptions } from '../../src/scanner/http/sender.ts'
import type { TransportOptions } from '../../src/scanner/ports.ts'
import { makeFakeClock } from './fake-clock.ts'

export const START = Date.parse('2026-11-20T10:00:00Z')

export const get = (url: string, headers: HeadersInit = {}): HttpRequest => ({
  method: 'GET',
  url: new URL(url, 'https://shop.test/'),
  headers: new Headers(headers),
})
export const answer = (status = 200, headers: HeadersInit = {}, elapsedMs = 0): HttpResponse => ({
  status,
  headers: new Headers(headers),
  body: '',
  truncated: false,
  elapsedMs,
})
export const refusal = (after: string, status = 429) => answer(status, { 'retry-after': after })

export type Reply = HttpResponse | ProbeError
export type Setup = Partial<
  Omit<SenderOptions, 'transport' | 'guard' | 'pacer' | 'clock' | 'scope'>
> &
  Readonly<{
    /** In turn; the last one for all that follow. Each takes `takesMs`. */
    replies?: readonly Reply[]
    takesMs?: number
    refused?: boolean
    inFlight?: number
    delayMs?: number
    excludedPaths?: readonly string[]
  }>

/** A sender over a transport and a guard of the test's own, on a clock that the test moves. */
export function setup(given: Setup = {}) {
  const { replies = [answer()], takesMs = 0, refused = false, excludedPaths = [], ...over } = given
  const clock = makeFakeClock(START)
  const sent: { request: HttpRequest; options: TransportOptions; at: number }[] = []
  const asked: string[] = []
  const recorded: Exchange[] = []
  const dialed: unknown[] = []
  const pacer = makePacer({
    clock,
    random: (min) => min,
    delayMs: given.delayMs ?? 0,
    jitter: 0,
    inFlight: given.inFlight ?? 5,
    notBefore: 0,
  })
  const sender = makeSender({
    transport: async (request, options) => {
      const reply = replies[Math.min(sent.length, replies.length - 1)] ?? answer()
      sent.push({ request, options, at: clock.now() - START })
      await clock.sleep(takesMs)
      if (reply instanceof ProbeError) throw reply
      return reply
    },
    dial: async (address) => {
      dialed.push(address)
      const pieces = [Uint8Array.of(2), Uint8Array.of(3), null]
      return {
        connectMs: 0,
        tlsMs: null,
        read: async () => pieces.shift() ?? null,
        write: async () => undefined,
        close: () => undefined,
      }
    },
    guard: {
      assertMayConnect: async (url, purpose) => {
        asked.push(`${purpose} ${url.href}`)
        if (refused) throw new GuardRefusal('forbidden_address', 'It leads to 10.0.0.1.')
        return []
      },
    },
    scope: makeScope({ origins: ['https://shop.test'], excludedPaths }),
    pacer,
    clock,
    signal: new AbortController().signal,
    maxRequests: 100,
    identity: { userAgent: 'Palisade/1', scanId: 'scan-1' },
    credentials: new Headers(),
    onExchange: (exchange) => recorded.push(exchange),
    ...over,
  })
  return { ...sender, clock, sent, asked, recorded, pacer, dialed }
}

/** The status of the answer, or the kind of the refusal. */
export const outcome = (sending: Promise<Exchange>): Promise<number | string> =>
  sending.then(
    ({ response }) => response.status,
    (error: unknown) => (isProbeError(error) ? error.kind : 'threw something else'),
  )
