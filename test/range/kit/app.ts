import type { IncomingHttpHeaders } from 'node:http'
import type { Part } from './multipart.ts'

/** A request as a range app sees it. What is read from the body is empty where its type is other. */
export type Received = Readonly<{
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  cookies: ReadonlyMap<string, string>
  /** Fields of an urlencoded body. */
  form: URLSearchParams
  /** Of a multipart body. */
  parts: readonly Part[]
  json: unknown
  /** The body as it came, read as UTF-8. */
  body: string
  /** The app's own origin, from the socket it listens on and never from the Host header. */
  origin: string
}>

export type Reply = Readonly<{
  status?: number
  headers?: Readonly<Record<string, string | readonly string[]>>
  /** Header lines written to the socket as they are: node itself refuses CR and LF in them. */
  rawHeaders?: readonly string[]
  body: string | Buffer
}>

/** What a hit does to the site: `dangerous` ones must never be asked for by a scan. */
export type Effect = 'state' | 'dangerous'

export type Method =
  | 'GET'
  | 'POST'
  | 'PUT'
  | 'PATCH'
  | 'DELETE'
  | 'OPTIONS'
  | 'TRACE'
  | 'PROPFIND'
  | 'MKCOL'
  /** Every method for which the path has no route of its own. */
  | '*'

export type Route = Readonly<{
  method: Method
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

export const on = (
  method: Method,
  path: string,
  answer: Route['answer'],
  effect?: Effect,
): Route => (effect === undefined ? { method, path, answer } : { method, path, answer, effect })
export const get = (path: string, answer: Route['answer'], effect?: Effect): Route =>
  on('GET', path, answer, effect)
export const post = (path: string, answer: Route['answer'], effect?: Effect): Route =>
  on('POST', path, answer, effect)
