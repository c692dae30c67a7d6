import type { Input } from '../../src/scanner/checks/check.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'

export type RequestSpec = Readonly<{
  url?: string
  method?: string
  /** Sent as application/x-www-form-urlencoded, by POST unless `method` says otherwise. */
  form?: Readonly<Record<string, string>>
  /** Sent as application/json; every member is an input. */
  json?: Readonly<Record<string, string | number>>
}>

const DEFAULT_URL = 'https://shop.test/item?id=1'

export function requestOf(spec: RequestSpec): HttpRequest {
  const url = new URL(spec.url ?? DEFAULT_URL)
  const headers = new Headers()
  if (spec.form !== undefined) {
    headers.set('content-type', 'application/x-www-form-urlencoded')
    const body = new URLSearchParams(spec.form).toString()
    return { method: spec.method ?? 'POST', url, headers, body }
  }
  if (spec.json !== undefined) {
    headers.set('content-type', 'application/json')
    return { method: spec.method ?? 'POST', url, headers, body: JSON.stringify(spec.json) }
  }
  return { method: spec.method ?? 'GET', url, headers }
}

/** Every input of a request: query, then form, then members of a JSON object. */
export function inputsOf(spec: RequestSpec): readonly Input[] {
  const request = requestOf(spec)
  const query = [...request.url.searchParams].map(([name, value]): Input => {
    const replaced = (payload: string) => {
      const url = new URL(request.url)
      url.searchParams.set(name, payload)
      return { ...request, url }
    }
    return { kind: 'query', name, value, request, with: replaced }
  })
  const form = Object.entries(spec.form ?? {}).map(([name, value]): Input => {
    const replaced = (payload: string) =>
      requestOf({ ...spec, form: { ...spec.form, [name]: payload } })
    return { kind: 'form', name, value, request, with: replaced }
  })
  const json = Object.entries(spec.json ?? {}).map(([name, value]): Input => {
    const replaced = (payload: string) =>
      requestOf({ ...spec, json: { ...spec.json, [name]: payload } })
    return { kind: 'json', name: `/${name}`, value: String(value), request, with: replaced }
  })
  return [...query, ...form, ...json]
}
