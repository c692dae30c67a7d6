import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Exchange } from '../../../src/scanner/http/exchange.ts'
import { makeMask, secretsOfExchange } from '../../../src/scanner/http/mask.ts'
import { curlOf, renderRequest, renderResponse } from '../../../src/scanner/http/raw.ts'

const SESSION = 'f3a9c1d27b6e4480'
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln'
const exchange: Exchange = {
  request: {
    method: 'POST',
    url: new URL("https://shop.example/cart?x=%27&next=/a'b"),
    headers: new Headers({
      authorization: `Bearer ${TOKEN}`,
      cookie: `sid=${SESSION}; theme=dark`,
      'content-type': 'application/json',
    }),
    body: `{"q":"it's"}`,
  },
  response: {
    status: 200,
    headers: new Headers([
      ['set-cookie', `sid=${SESSION}; Path=/; HttpOnly`],
      ['set-cookie', 'lang=en'],
      ['content-type', 'text/html'],
    ]),
    body: `<p>Your session is ${SESSION}</p>`,
    truncated: false,
    elapsedMs: 1,
  },
}
const mask = makeMask(secretsOfExchange(exchange))
const none = (text: string) => text

describe('masking', () => {
  it('hides cookies and tokens everywhere, keeping four and two characters', () => {
    const text =
      renderRequest(exchange.request, mask) +
      renderResponse(exchange.response, mask, {
        match: null,
        maxChars: 4000,
      })
    expect(text).not.toContain(SESSION)
    expect(text).not.toContain(TOKEN)
    expect(text).toContain('Set-Cookie: sid=f3a9…80; Path=/; HttpOnly')
    expect(text).toContain('Your session is f3a9…80')
    expect(text).toContain('theme=dark')
  })

  it('changes nothing when applied again', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 6 })), fc.string(), (secrets, text) => {
        const once = makeMask(secrets)(text)
        fc.pre(!secrets.some((secret) => once.includes(secret)))
        expect(makeMask(secrets)(once)).toBe(once)
      }),
    )
  })

  it('shows what the server only repeats of our own request', () => {
    const payload = 'pq7x0a1<b>pq7x0a1'
    const echoing: Exchange = {
      request: {
        method: 'GET',
        url: new URL(`https://shop.example/find?q=${encodeURIComponent(payload)}`),
        headers: new Headers(),
      },
      response: {
        ...exchange.response,
        headers: new Headers([['set-cookie', `last=${encodeURIComponent(payload)}; Path=/`]]),
      },
    }
    expect(secretsOfExchange(echoing).filter(Boolean)).toEqual([])
  })

  it('keeps quoted evidence a literal part of the masked message', () => {
    const header = `sid=${SESSION}; Path=/; HttpOnly`
    const shown = renderResponse(exchange.response, mask, { match: mask(header), maxChars: 4000 })
    expect(shown).toContain(mask(header))
  })
})

describe('raw messages', () => {
  it('keeps the part of a long body around the match, and says what it cut', () => {
    const body = `${'a'.repeat(50_000)}near "'": syntax error${'b'.repeat(50_000)}`
    const shown = renderResponse({ ...exchange.response, body }, none, {
      match: `near "'": syntax error`,
      maxChars: 2000,
    })
    expect(shown.length).toBeLessThanOrEqual(2000)
    expect(shown).toContain(`near "'": syntax error`)
    expect(shown.match(/\[… cut …\]/g)).toHaveLength(2)
  })

  it('writes a request as it went out', () => {
    expect(renderRequest(exchange.request, none)).toMatch(
      /^POST \/cart\?x=%27&next=\/a%27b HTTP\/1\.1\nHost: shop\.example\n/,
    )
  })
})

describe('curl', () => {
  it('leaves credentials to variables and quotes everything else for the shell', () => {
    expect(curlOf(exchange.request, mask)).toBe(
      String.raw`curl -i --path-as-is -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H "Cookie: $COOKIE" --data-raw '{"q":"it'\''s"}' 'https://shop.example/cart?x=%27&next=/a%27b'`,
    )
  })

  it('takes brackets and braces as they are, and asks for headers alone by --head', () => {
    const url = new URL('https://shop.example/?q={{7*7}}&ids[]=1')
    const request = { ...exchange.request, method: 'HEAD', url, headers: new Headers() }
    const { body: _, ...plain } = request
    expect(curlOf(plain, none)).toMatch(/^curl -i --path-as-is --globoff --head /)
    const basic = { ...plain, headers: new Headers({ authorization: 'Basic dXNlcjpwYXNz' }) }
    expect(curlOf(basic, none)).toContain('-H "Authorization: Basic $TOKEN"')
  })

  it('is one argument per part whatever the text holds', () => {
    fc.assert(
      fc.property(fc.string(), (body) => {
        const command = curlOf({ ...exchange.request, headers: new Headers(), body }, none)
        const outside = command.replace(/'\\''/g, '').replace(/'[^']*'/g, '')
        expect(outside).not.toMatch(/[;|&<>`$\n(]/)
      }),
    )
  })
})
