import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'

export type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; body: string }>
export type Ask = Readonly<{
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
  timeoutMs?: number
  /** An event stream is left as soon as its headers are there; else it is read to its end. */
  leavesStreams?: boolean
}>

/** An export that is being made answers after a minute at the latest: with 202. */
const PATIENCE_MS = 90_000

/** One plain request, as it is written: redirects are not followed, paths are not rewritten. */
export const ask = (url: string, options: Ask = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const origin = /^https?:\/\/[^/?#]+/.exec(url)?.[0] ?? url
    const request = httpRequest(
      origin,
      {
        path: url.slice(origin.length) || '/',
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        agent: false,
        timeout: options.timeoutMs ?? PATIENCE_MS,
      },
      (response) => {
        const parts: Buffer[] = []
        const { statusCode: status = 0, headers } = response
        const isStream = headers['content-type']?.startsWith('text/event-stream')
        if (isStream && options.leavesStreams) {
          response.once('error', () => undefined)
          resolve({ status, headers, body: '' })
          request.destroy()
          return
        }
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', reject)
        response.once('end', () =>
          resolve({ status, headers, body: Buffer.concat(parts).toString('utf8') }),
        )
      },
    )
    request.once('error', reject)
    request.once('timeout', () => request.destroy(new Error(`no answer from ${url}`)))
    request.end(options.body)
  })
