import type { Exchange } from '../../../src/scanner/http/exchange.ts'

type Answer = Readonly<{
  url?: string
  type?: string | null
  status?: number
  headers?: Record<string, string> | [string, string][]
  elapsedMs?: number
}>

/** A recorded GET and its answer: HTML at https://shop.test/dir/page unless said. */
export function answer(body: string, options: Answer = {}): Exchange {
  const headers = new Headers(options.headers)
  const type = options.type === undefined ? 'text/html; charset=utf-8' : options.type
  if (type !== null) headers.set('content-type', type)
  const url = new URL(options.url ?? 'https://shop.test/dir/page')
  return {
    request: { method: 'GET', url, headers: new Headers() },
    response: {
      status: options.status ?? 200,
      headers,
      body,
      truncated: false,
      elapsedMs: options.elapsedMs ?? 10,
    },
  }
}
