import type { HttpRequest, HttpResponse } from '../../src/scanner/http/exchange.ts'

export type Reply = Readonly<{
  status?: number
  /** A list sends the header once per item. */
  headers?: Readonly<Record<string, string | readonly string[]>>
  body?: string
  /** How long the answer took; 5 ms unless said. */
  elapsedMs?: number
}>

/** A site in one expression. `nth` counts the requests of the run from 0, baselines included. */
export type Site = Reply | ((request: HttpRequest, nth: number) => Reply)

export const html = (body: string, reply: Omit<Reply, 'body'> = {}): Reply => ({
  ...reply,
  headers: { 'content-type': 'text/html; charset=utf-8', ...reply.headers },
  body,
})

export const redirectTo = (location: string, status = 302): Reply => ({
  status,
  headers: { location },
})

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found)

/** What a request says for a parameter, wherever it stands; empty when it says nothing. */
export function valueOf(request: HttpRequest, name: string): string {
  const fromQuery = request.url.searchParams.get(name)
  if (fromQuery !== null) return fromQuery
  if (request.body === undefined) return ''
  if (request.headers.get('content-type')?.includes('json')) {
    const parsed: unknown = JSON.parse(request.body)
    const fields = new Map(Object.entries(parsed ?? {}))
    return String(fields.get(name) ?? '')
  }
  return new URLSearchParams(request.body).get(name) ?? ''
}

export function answer(site: Site, request: HttpRequest, nth: number): HttpResponse {
  const reply = typeof site === 'function' ? site(request, nth) : site
  const headers = new Headers()
  for (const [name, value] of Object.entries(reply.headers ?? {})) {
    for (const item of [value].flat()) headers.append(name, item)
  }
  const body = reply.body ?? '<p>ok</p>'
  return {
    status: reply.status ?? 200,
    headers,
    body,
    truncated: false,
    elapsedMs: reply.elapsedMs ?? 5,
  }
}
