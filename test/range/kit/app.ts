import type { IncomingHttpHeaders } from 'node:http'
import type { Part } from './multipart.ts'

/** A request as a range app sees it. `form`, `parts` and `json` are empty for other bodies. */
export type Received = Readonly<{
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  cookies: ReadonlyMap<string, string>
  form: URLSearchParams
  /** Of a multipart body. */
  parts: readonly Part[]
  json: unknown
  /** The app's own origin, from the socket it listens on and never from the Host header. */
  origin: string
}>

export type Reply = Readonly<{
  status?: number
  headers?: Readonly<Record<string, string | readonly string[]>>
  body: string | Buffer
}>

/** What a hit does to the site: `dangerous` ones must never be asked for by a scan. */
export type Effect = 'state' | 'dangerous'

export type Route = Readonly<{
  method: 'GET' | 'POST'
  /** Exact, or a prefix when it ends in `*`. */
  path: string
  effect?: Effect
  answer(request: Received): Reply | Promise<Reply>
}>

export type Hit = Readonly<{
  at: number
  method: string
  path: string
  url: string
  /** The value of X-Scan-Id: which scan asked; empty for others. */
  scan: string
}>
export type Stats = Readonly<{
  requests: number
  dangerous: number
  stateChanging: number
  maxConcurrent: number
  /** In order of arrival; `at` is in milliseconds of a steady clock. */
  hits: readonly Hit[]
}>

export type RangeApp = Readonly<{ url: string; close(): Promise<void>; stats(): Stats }>
export type StartOptions = Readonly<{ host?: string; port?: number }>
export type Start = (options?: StartOptions) => Promise<RangeApp>

export const get = (path: string, answer: Route['answer'], effect?: Effect): Route =>
  effect === undefined ? { method: 'GET', path, answer } : { method: 'GET', path, answer, effect }
export const post = (path: string, answer: Route['answer'], effect?: Effect): Route =>
  effect === undefined ? { method: 'POST', path, answer } : { method: 'POST', path, answer, effect }
