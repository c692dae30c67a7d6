import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { makeDohResolver, makeDohTxtResolver } from '../../../../src/scanner/http/transports/doh.ts'
import { serveHttp } from '../../../support/loopback-server.ts'
import type { Running } from '../../../support/loopback-server.ts'

type Answer = Readonly<{ http?: number; json?: unknown; text?: string }>
const servers: Running[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

/** Asks a resolver that answers A and AAAA questions as given. */
async function resolve(a: Answer, aaaa: Answer, asked: string[] = []) {
  const listener: RequestListener = (request, response) => {
    const question = new URL(request.url ?? '/', 'http://resolver.test')
    asked.push(`${question.searchParams.get('name')} ${request.headers.accept}`)
    const answer = question.searchParams.get('type') === 'AAAA' ? aaaa : a
    response.writeHead(answer.http ?? 200, { location: '/elsewhere' })
    response.end(answer.text ?? JSON.stringify(answer.json))
  }
  const server = await serveHttp(listener)
  servers.push(server)
  return makeDohResolver(`${server.origin}/dns-query`)('shop.test')
}

const EMPTY: Answer = { json: { Status: 0 } }
const NONE: Answer = { json: { Status: 3 } }
const A: Answer = { json: { Status: 0, Answer: [{ type: 1, data: '192.0.2.1' }] } }
const AAAA: Answer = { json: { Status: 0, Answer: [{ type: 28, data: '2001:db8::1' }] } }

describe('addresses', () => {
  test('of both kinds, CNAMEs left out', async () => {
    const followed = [
      { type: 5, data: 'www.shop.test.' },
      { type: 1, data: '192.0.2.1' },
      { type: 1, data: '192.0.2.2' },
    ]
    const asked: string[] = []
    const result = await resolve({ json: { Status: 0, Answer: followed } }, AAAA, asked)
    expect(result).toMatchObject({
      kind: 'addresses',
      addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
    })
    expect(asked).toEqual(['shop.test application/dns-json', 'shop.test application/dns-json'])
  })

  test.each([
    ['IPv4 only', A, EMPTY, ['192.0.2.1']],
    ['IPv6 only', EMPTY, AAAA, ['2001:db8::1']],
  ])('%s', async (_, a, aaaa, addresses) => {
    expect(await resolve(a, aaaa)).toMatchObject({ kind: 'addresses', addresses })
  })
})

test.each([
  ['status 3', NONE, NONE],
  ['no records at all', EMPTY, EMPTY],
  ['a CNAME that leads nowhere', { json: { Status: 0, Answer: [{ type: 5, data: 'x.' }] } }, EMPTY],
])('%s is nxdomain', async (_, a, aaaa) => {
  expect(await resolve(a, aaaa)).toEqual({ kind: 'nxdomain' })
})

describe('unavailable, even when one of the two questions is answered', () => {
  test.each<[string, Answer, RegExp]>([
    ['SERVFAIL', { json: { Status: 2 } }, /DNS status 2/],
    ['REFUSED', { json: { Status: 5 } }, /DNS status 5/],
    ['HTTP 500', { http: 500, text: 'oops' }, /HTTP status 500/],
    ['a redirect', { http: 302, text: '' }, /HTTP status 302/],
    ['no JSON', { text: '<html>' }, /no DNS JSON/],
    ['JSON of another shape', { json: [] }, /no DNS JSON/],
    ['an answer without end', { text: 'x'.repeat(70_000) }, /exceeds/],
  ])('%s', async (_, broken, message) => {
    const results = [await resolve(A, broken), await resolve(broken, AAAA)]
    expect(results).toEqual([
      { kind: 'unavailable', message: expect.stringMatching(message) },
      { kind: 'unavailable', message: expect.stringMatching(message) },
    ])
  })

  test('nobody listening', async () => {
    const server = await serveHttp((_, response) => response.end())
    await server.stop()
    expect(await makeDohResolver(server.origin)('shop.test')).toEqual({
      kind: 'unavailable',
      message: 'The DNS resolver is not available: it cannot be reached.',
    })
  })
})

describe('TXT records', () => {
  async function texts(answer: Answer) {
    const server = await serveHttp((request, response) => {
      expect(new URL(request.url ?? '/', 'http://a').searchParams.get('type')).toBe('TXT')
      response.writeHead(answer.http ?? 200)
      response.end(answer.text ?? JSON.stringify(answer.json))
    })
    servers.push(server)
    return makeDohTxtResolver(`${server.origin}/dns-query`)('_palisade.shop.test')
  }
  const records = (...data: string[]): Answer => ({
    json: { Status: 0, Answer: data.map((each) => ({ type: 16, data: each })) },
  })

  test.each<[string, Answer, readonly string[]]>([
    ['bare', records('palisade-verification=a b'), ['palisade-verification=a b']],
    ['in quotes', records('"one"', '"two"'), ['one', 'two']],
    ['of several strings, joined', records('"a " "b"'), ['a b']],
    ['with quotes inside', records(String.raw`"say \"hi\" \\ there"`), ['say "hi" \\ there']],
    ['with a quote that never ends', records('"abc'), ['']],
    ['of another type left out', { json: { Status: 0, Answer: [{ type: 5, data: 'x.' }] } }, []],
    ['of a name that does not exist', NONE, []],
  ])('%s', async (_, answer, expected) => {
    expect(await texts(answer)).toEqual({ kind: 'texts', texts: expected })
  })

  test('of a resolver that is down are unavailable, not absent', async () => {
    expect(await texts({ json: { Status: 2 } })).toMatchObject({ kind: 'unavailable' })
    expect(await texts({ http: 500, text: '' })).toMatchObject({ kind: 'unavailable' })
  })

  test('that nobody closed take no time', async () => {
    const startedAt = performance.now()
    await texts(records(`"${String.raw`\"`.repeat(25_000)}`))
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})
