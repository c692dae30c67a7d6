import type { Instant } from '../report/time.ts'
import type { HttpRequest, HttpResponse } from './http/exchange.ts'

/** The one clock: everything that waits or expires reads it, so that tests can move it. */
export type Clock = Readonly<{
  now(): Instant
  /** Resolves after `ms` of real time, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}>

/** Whole numbers in [min, max], both included; seeded in tests. */
export type Random = (min: number, max: number) => number

export type ResolveResult =
  | Readonly<{ kind: 'addresses'; addresses: readonly string[]; elapsedMs: number }>
  | Readonly<{ kind: 'nxdomain' }>
  | Readonly<{ kind: 'unavailable'; message: string }>
/** Every A and AAAA address of a host name, CNAMEs followed. */
export type Resolver = (host: string) => Promise<ResolveResult>

/** The TXT records of a name, each joined from its strings; none when the name does not exist. */
export type TxtResult =
  | Readonly<{ kind: 'texts'; texts: readonly string[] }>
  | Readonly<{ kind: 'unavailable'; message: string }>
export type TxtResolver = (name: string) => Promise<TxtResult>

/** What a request is for; the guard's rules differ by purpose (tables.md §9). */
export const PURPOSES = ['target', 'redirect', 'login', 'webhook', 'proof', 'spec', 'feed'] as const
export type Purpose = (typeof PURPOSES)[number]

/**
 * `assertMayConnect` stands before every outgoing request. Throws ProbeError `refused_by_guard`;
 * resolves to the addresses that it has judged, for transports that can be led to one.
 */
export type Guard = Readonly<{
  assertMayConnect(url: URL, purpose: Purpose): Promise<readonly string[]>
}>

/**
 * Sends one request, follows nothing, bounds what it reads. Throws ProbeError with `timeout`,
 * `unreachable`, `transport`, `malformed_answer` or `no_socket`.
 */
export type Transport = (request: HttpRequest, options: TransportOptions) => Promise<HttpResponse>
export type TransportOptions = Readonly<{ signal: AbortSignal; maxBytes: number }>

export type Log = (
  event: string,
  fields?: Readonly<Record<string, string | number | boolean>>,
) => void
