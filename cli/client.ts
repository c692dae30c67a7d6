import { setTimeout as sleep } from 'node:timers/promises'

import type { z } from 'zod'

import { CliError, EXIT } from './exit.ts'
import { clean } from './render/text.ts'
import {
  ApiStarted,
  Coverage,
  ErrorBody,
  Gate,
  Scan,
  ScanPage,
  Started,
  type CoverageItem,
} from './wire.ts'

const CALL_TIMEOUT_MS = 30_000
const REPORT_TIMEOUT_MS = 120_000
/** Each waits for up to a minute on the server's side. */
const REPORT_ATTEMPTS = 10
const MADE_LATER = 202
const RETRY_AFTER_S = 5
const MOST_BYTES = 256 * 1024 * 1024
const PER_PAGE = 100

export type Server = Readonly<{ url: string; key: string }>

/** The answer as sent, for `--json`, beside the part of it that the CLI reads. */
export type Answer<T> = Readonly<{ raw: unknown; value: T }>

/** The server said no: its code is what scripts branch on. */
export class RefusedError extends CliError {
  readonly code: string
  readonly status: number
  readonly retryAfterS: number | null

  constructor(status: number, code: string, text: string, retryAfterS: number | null) {
    const wait = retryAfterS === null ? '' : ` Try again in ${retryAfterS} s.`
    super(EXIT.refused, `The server refused (${code}): ${text}${wait}`)
    this.name = 'RefusedError'
    this.status = status
    this.code = code
    this.retryAfterS = retryAfterS
  }
}

/** Nothing answered at the server's address. */
export class UnreachableError extends CliError {
  constructor(url: string, cause: unknown) {
    super(EXIT.usage, `No Palisade server answers at ${clean(url)}. Check --server.`, { cause })
    this.name = 'UnreachableError'
  }
}

async function readBytes(response: Response): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new CliError(EXIT.scanFailed, 'The answer is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const readBounded = async (response: Response): Promise<string> =>
  new TextDecoder().decode(await readBytes(response))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const shown = clean(text.slice(0, 80))
    throw new CliError(EXIT.refused, `Not an answer of a Palisade server: "${shown}"`, { cause })
  }
}

const retryAfterOf = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : RETRY_AFTER_S
}

function refusal(response: Response, text: string): RefusedError {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterS = Number.isFinite(retryAfter) ? retryAfter : null
  const body = ErrorBody.safeParse(text.startsWith('{') ? parseJson(text) : null)
  if (!body.success) {
    return new RefusedError(response.status, `http_${response.status}`, 'no reason given.', null)
  }
  const { code, error } = body.data
  return new RefusedError(response.status, clean(code), clean(error), retryAfterS)
}

export type StartBody = Readonly<Record<string, unknown>>
export type GateQuery = Readonly<Record<string, string>>

export type Client = Readonly<{
  url: string
  /** Any call of the API whose answer is JSON. */
  call: Caller
  start(body: StartBody): Promise<string>
  startFromOpenApi(body: StartBody): Promise<ApiStarted>
  scan(scanId: string): Promise<Answer<Scan>>
  recentScans(howMany: number): Promise<readonly Scan[]>
  coverage(scanId: string): Promise<readonly CoverageItem[]>
  gate(scanId: string, query: GateQuery): Promise<Answer<Gate>>
  abort(scanId: string): Promise<void>
  /** A file made of the scan; `path` is what follows the scan's own. `onWait`: it is not there yet. */
  report(scanId: string, path: string, onWait: () => void): Promise<Uint8Array>
  /** The open progress stream; the caller reads and closes it. */
  progress(scanId: string, lastEventId: string | null, signal: AbortSignal): Promise<Response>
}>

type Call = Readonly<{ method?: string; body?: StartBody }>
type Send = (
  path: string,
  init: Omit<RequestInit, 'headers'> & Readonly<{ headers: Readonly<Record<string, string>> }>,
) => Promise<Response>

/** The public API as functions. Refusals throw RefusedError, no answer UnreachableError. */
export function makeClient(server: Server): Client {
  const send: Send = async (path, init) => {
    try {
      return await fetch(`${server.url}${path}`, {
        ...init,
        headers: { ...init.headers, 'x-service-key': server.key },
      })
    } catch (cause) {
      throw new UnreachableError(server.url, cause)
    }
  }
  async function call<S extends z.ZodType>(
    path: string,
    schema: S,
    { method = 'GET', body }: Call = {},
  ): Promise<Answer<z.output<S>>> {
    const response = await send(path, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await readBounded(response)
    if (!response.ok) throw refusal(response, text)
    const raw = parseJson(text)
    const parsed = schema.safeParse(raw)
    if (parsed.success) return { raw, value: parsed.data }
    throw new CliError(EXIT.refused, `${path}: not the answer this client understands.`, {
      cause: parsed.error,
    })
  }
  return { url: server.url, call, ...reads(call), ...writes(call), ...streams(send) }
}

type Caller = <S extends z.ZodType>(
  path: string,
  schema: S,
  call?: Call,
) => Promise<Answer<z.output<S>>>

const scanPath = (scanId: string) => `/api/scan/${encodeURIComponent(scanId)}`

const reads = (call: Caller) => ({
  scan: (scanId: string) => call(scanPath(scanId), Scan),
  recentScans: async (howMany: number) =>
    (await call(`/api/scans?per_page=${howMany}`, ScanPage)).value.items,
  coverage: async (scanId: string) => {
    const items: CoverageItem[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const path = `${scanPath(scanId)}/coverage?page=${page}&per_page=${PER_PAGE}`
      const { value } = await call(path, Coverage)
      items.push(...value.items)
      pages = value.pages
    }
    return items
  },
  gate: (scanId: string, query: GateQuery) => {
    const search = new URLSearchParams(query).toString()
    return call(`/api/v1/scan/${encodeURIComponent(scanId)}/gate?${search}`, Gate)
  },
})

const writes = (call: Caller) => ({
  start: async (body: StartBody) =>
    (await call('/api/v1/scan', Started, { method: 'POST', body })).value.scan_id,
  startFromOpenApi: async (body: StartBody) =>
    (await call('/api/scan/from-openapi', ApiStarted, { method: 'POST', body })).value,
  abort: async (scanId: string) => {
    await call(`${scanPath(scanId)}/abort`, Started, { method: 'POST' })
  },
})

const streams = (send: Send): Pick<Client, 'report' | 'progress'> => ({
  report: async (scanId, path, onWait) => {
    for (let attempt = 1; attempt <= REPORT_ATTEMPTS; attempt += 1) {
      const response = await send(`${scanPath(scanId)}/${path}`, {
        headers: { accept: '*/*' },
        signal: AbortSignal.timeout(REPORT_TIMEOUT_MS),
      })
      if (!response.ok) throw refusal(response, await readBounded(response))
      const bytes = await readBytes(response)
      if (response.status !== MADE_LATER) return bytes
      onWait()
      await sleep(retryAfterOf(response) * 1000)
    }
    throw new CliError(EXIT.refused, 'The file was not made in time. Ask for it again later.')
  },
  progress: async (scanId, lastEventId, signal) => {
    const response = await send(`${scanPath(scanId)}/progress`, {
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId !== null && { 'last-event-id': lastEventId }),
      },
      signal,
    })
    if (response.ok) return response
    throw refusal(response, await readBounded(response))
  },
})
