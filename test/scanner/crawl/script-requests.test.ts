import fc from 'fast-check'
import { expect, it } from 'vitest'

import { scriptRequests } from '../../../src/scanner/crawl/script-requests.ts'
import type { Exchange } from '../../../src/scanner/http/exchange.ts'

const page = (body: string, type = 'text/html'): Exchange => ({
  request: {
    method: 'GET',
    url: new URL('https://shop.example/cart/view'),
    headers: new Headers(),
  },
  response: {
    status: 200,
    headers: new Headers({ 'content-type': type }),
    body,
    truncated: false,
    elapsedMs: 1,
  },
})
const inScript = (script: string) => page(`<p>Cart</p><script>${script}</script>`)
const seen = (exchange: Exchange) =>
  scriptRequests(exchange).map(({ method, url, body }) => `${method} ${url.pathname} ${body}`)

it.each([
  [
    `fetch('/api/price', { method: 'POST', body: JSON.stringify({ id: 3, tags: ['a'] }) })`,
    'POST /api/price {"id":3,"tags":["a"]}',
  ],
  [
    `async function go() { await window.fetch("/api/find", { method: "post", body: JSON.stringify({ a: { b: name } }) }) }`,
    'POST /api/find {"a":{"b":"1"}}',
  ],
  ['axios.post(`/api/items/${id}/rate`, { stars: 5 })', 'POST /api/items/1/rate {"stars":5}'],
  [
    `import x from './x.js'; fetch('save', { method: 'POST', body: JSON.stringify({ on: true }) })`,
    'POST /cart/save {"on":true}',
  ],
  [
    `fetch('/api/quote', { method: 'POST', headers: { 'Content-Type': 'application/xml' }, body: '<item><id>3</id></item>' })`,
    'POST /api/quote <item><id>3</id></item>',
  ],
  [
    "fetch('/soap', { method: 'POST', headers: { 'content-type': 'application/soap+xml; charset=utf-8' }, body: `<e>${id}</e>` })",
    'POST /soap <e>1</e>',
  ],
])('reads %s', (script, expected) => {
  expect(seen(inScript(script))).toEqual([expected])
})

it.each([
  ['a request without a body', `fetch('/api/list')`],
  ['an address that is computed', `fetch(url, { method: 'POST', body: JSON.stringify({ a: 1 }) })`],
  [
    'a deletion',
    `fetch('/api/account/delete', { method: 'POST', body: JSON.stringify({ a: 1 }) })`,
  ],
  ['other functions', `send('/api/x', { method: 'POST', body: JSON.stringify({ a: 1 }) })`],
  [
    'a text that is no XML',
    `fetch('/api/x', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '<a>' })`,
  ],
  ['a text of no type', `fetch('/api/x', { method: 'POST', headers, body: '<a>b</a>' })`],
  [
    'XML that is computed',
    `fetch('/api/x', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: make() })`,
  ],
  ['text in a string', `log("fetch('/api/x', { method: 'POST', body: JSON.stringify({}) })")`],
  ['no script at all', `{"data": "fetch("`],
])('passes over %s', (_, script) => {
  expect(seen(inScript(script))).toEqual([])
})

it('keeps the type of XML', () => {
  const script = `fetch('/a', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a>b</a>' })`
  const [request] = scriptRequests(inScript(script))
  expect(request?.headers.get('content-type')).toBe('text/xml')
})

it('reads script files too', () => {
  const body = `fetch('/api/x', { method: 'POST', body: JSON.stringify({ q: 'lamp' }) })`
  expect(seen(page(body, 'text/javascript'))).toEqual(['POST /api/x {"q":"lamp"}'])
})

it('survives anything', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(Array.isArray(seen(inScript(`fetch(${text}`)))).toBe(true)
    }),
  )
})
