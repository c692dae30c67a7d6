import fc from 'fast-check'
import { expect, it } from 'vitest'

import { isProbeError, type HttpRequest } from '../../../../src/scanner/http/exchange.ts'
import { binaryText } from '../../../../src/scanner/http/h1/bytes.ts'
import { encodeRequest } from '../../../../src/scanner/http/h1/encode.ts'

const request = (over: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: new URL('http://shop.test:81/a%2e?q=1#frag'),
  headers: new Headers({ accept: '*/*', 'accept-encoding': 'identity' }),
  ...over,
})
const REST = 'Accept: */*\r\nAccept-Encoding: identity\r\n'

it.each<[string, Partial<HttpRequest>, string]>([
  ['a plain request', {}, `GET /a%2e?q=1 HTTP/1.1\r\nHost: shop.test:81\r\n${REST}\r\n`],
  [
    'a body in UTF-8 with its length',
    {
      method: 'POST',
      body: 'ä',
      headers: new Headers({ accept: '*/*', 'accept-encoding': 'identity', 'content-type': 'a/b' }),
    },
    `POST /a%2e?q=1 HTTP/1.1\r\nHost: shop.test:81\r\n${REST}Content-Type: a/b\r\nContent-Length: 2\r\n\r\n\u00c3\u00a4`,
  ],
  [
    'no body where one is usual',
    { method: 'PUT' },
    `PUT /a%2e?q=1 HTTP/1.1\r\nHost: shop.test:81\r\n${REST}Content-Length: 0\r\n\r\n`,
  ],
  [
    'what the wire says, byte for byte',
    { wire: { target: '/../%zz\u00ff', host: 'k.example', lines: ['X-a: 1', 'x-A:2'] } },
    `GET /../%zz\u00ff HTTP/1.1\r\nHost: k.example\r\nX-a: 1\r\nx-A:2\r\n${REST}\r\n`,
  ],
  [
    'lines of its own for Host and length',
    { method: 'POST', wire: { lines: ['host: a', 'Host: b', 'Content-Length: 9'] } },
    `POST /a%2e?q=1 HTTP/1.1\r\nhost: a\r\nHost: b\r\nContent-Length: 9\r\n${REST}\r\n`,
  ],
  [
    'none of the headers that belong to the connection',
    {
      headers: new Headers({
        accept: '*/*',
        'accept-encoding': 'identity',
        connection: 'x',
        te: 'y',
        expect: 'z',
      }),
    },
    `GET /a%2e?q=1 HTTP/1.1\r\nHost: shop.test:81\r\n${REST}\r\n`,
  ],
  [
    'what is accepted unless it says so',
    { headers: new Headers(), wire: { lines: ['Accept: a'] } },
    'GET /a%2e?q=1 HTTP/1.1\r\nHost: shop.test:81\r\nAccept: a\r\nAccept-Encoding: gzip, deflate\r\n\r\n',
  ],
])('sends %s', (_, over, text) => {
  expect(binaryText(encodeRequest(request(over)))).toBe(text)
})

it.each<[string, Partial<HttpRequest>]>([
  ['a line end in the target', { wire: { target: '/\r\nGET /x' } }],
  ['a line end in Host', { wire: { host: 'a\nb' } }],
  ['a line end in a line', { wire: { lines: ['A: b\r\n\r\nGET / HTTP/1.1'] } }],
  ['an empty line', { wire: { lines: [''] } }],
  ['a method that is no token', { method: 'GET /x' }],
  ['characters that are no bytes', { wire: { target: '/\u0416' } }],
])('refuses %s', (_, over) => {
  const failure = (() => {
    try {
      return encodeRequest(request(over))
    } catch (error) {
      return error
    }
  })()
  expect(isProbeError(failure) && failure.kind).toBe('transport')
})

it('whatever it is given, it sends one request', () => {
  const text = fc.string({ unit: 'binary-ascii', maxLength: 20 })
  fc.assert(
    fc.property(text, text, fc.array(text, { maxLength: 3 }), (target, host, lines) => {
      try {
        const sent = binaryText(encodeRequest(request({ wire: { target, host, lines } })))
        expect(sent.indexOf('\r\n\r\n')).toBe(sent.length - 4)
      } catch (error) {
        if (!isProbeError(error)) throw error
      }
    }),
  )
})
