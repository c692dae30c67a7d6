import { brotliCompressSync, gzipSync } from 'node:zlib'
import { env } from 'cloudflare:workers'
import { afterAll, describe, expect, it } from 'vitest'

import { LIMITS } from '../../src/limits.ts'
import { addressOf } from '../../src/scanner/http/choose-transport.ts'
import {
  isProbeError,
  type HttpRequest,
  type ProbeFailure,
} from '../../src/scanner/http/exchange.ts'
import { makeH1Client } from '../../src/scanner/http/h1/client.ts'
import { fetchTransport } from '../../src/scanner/http/transports/fetch.ts'
import { dialSocket } from '../../src/scanner/http/transports/socket.ts'
import type { Transport } from '../../src/scanner/ports.ts'

const CODED = 'Palisade '.repeat(2000)
const client = makeH1Client({ dial: dialSocket, now: () => performance.now() })
const socketTransport: Transport = (request, options) =>
  client.send(request, addressOf(request.url, ['127.0.0.1']), options)
afterAll(() => client.close())

const TRANSPORTS: readonly (readonly [string, Transport])[] = [
  ['fetch', fetchTransport],
  ['socket', socketTransport],
]
const requestTo = (url: string, over: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: new URL(url),
  headers: new Headers(),
  ...over,
})
const options = (signal = new AbortController().signal) => ({
  signal,
  maxBytes: LIMITS.responseBytes,
})
const raw = (path: string, over?: Partial<HttpRequest>) => requestTo(`${env.ODD_RAW}${path}`, over)
const http = (path: string, over?: Partial<HttpRequest>) =>
  requestTo(`${env.ODD_HTTP}${path}`, over)
const failureOf = (sent: Promise<unknown>): Promise<ProbeFailure | 'answered'> =>
  sent.then(
    () => 'answered' as const,
    (error: unknown) => {
      if (!isProbeError(error)) throw error
      return error.kind
    },
  )

describe.each(TRANSPORTS)('by %s', (name, transport) => {
  it.each([
    ['/split'],
    ['/chunked'],
    ['/close'],
    ['/lf'],
    ['/interim'],
    ['/old'],
    ['/more'],
    ['/reason'],
  ])('%s is read whole', async (path) => {
    expect(await transport(raw(path), options())).toMatchObject({ body: 'hello', truncated: false })
  })

  it.each([
    ['HEAD', '/size/50000', 200],
    ['GET', '/status/204', 204],
    ['GET', '/status/304', 304],
  ])('%s %s has no body', async (method, path, status) => {
    const answer = await transport(http(path, { method }), options())
    expect(answer).toMatchObject({ status, body: '' })
  })

  it.each(['gzip', 'br'])('a body in %s is decoded', async (coding) => {
    const { body, headers } = await transport(http(`/coded/${coding}`), options())
    expect([body.length, body.slice(0, 18)]).toEqual([18_000, 'Palisade Palisade '])
    expect(headers.get('content-encoding')).toBe(coding)
  })

  it('a packed sitemap is unpacked, a packed archive is not', async () => {
    const map = await transport(http('/packed/sitemap.xml.gz'), options())
    expect([map.body, map.truncated]).toEqual([CODED, false])
    const archive = await transport(http('/packed/all.tar.gz'), options())
    expect(archive.body.charCodeAt(0)).toBe(0x1f)
  })

  it.each([
    ['gzip', gzipSync(CODED).length],
    ['br', brotliCompressSync(CODED).length],
  ])(
    'a body in %s is weighed as it was sent, %i bytes, where that is asked for',
    async (c, sent) => {
      const weighed = await transport(http(`/coded/${c}`, { isWeighed: true }), options())
      expect([weighed.body, weighed.sizes]).toEqual([CODED, { sent, decoded: CODED.length }])
      const plain = await transport(http('/size/50000', { isWeighed: true }), options())
      expect(plain.sizes).toEqual({ sent: 50_000, decoded: 50_000 })
      const bomb = await transport(http('/coded/bomb', { isWeighed: true }), options())
      expect([bomb.body.length, bomb.truncated]).toEqual([LIMITS.responseBytes, true])
    },
  )

  it('tells the size of what it reads', async () => {
    const { sizes } = await transport(http('/size/50000'), options())
    expect(sizes).toEqual({ sent: 50_000, decoded: 50_000 })
    const coded = await transport(http('/coded/gzip'), options())
    const sent = name === 'fetch' ? null : gzipSync(CODED).length
    expect(coded.sizes).toEqual({ sent, decoded: CODED.length })
  })

  it('a bomb is cut at the bound', async () => {
    const { body, truncated } = await transport(http('/coded/bomb'), options())
    expect([body.length, truncated]).toEqual([LIMITS.responseBytes, true])
  })

  it.each([
    [LIMITS.responseBytes, false],
    [LIMITS.responseBytes + 1, true],
  ])('of %d bytes it reads the bound', async (size, truncated) => {
    const answer = await transport(http(`/size/${size}`), options())
    expect([answer.body.length, answer.truncated]).toEqual([LIMITS.responseBytes, truncated])
  })

  it('keeps Set-Cookie apart and joins other repeats', async () => {
    const { headers } = await transport(raw('/twice'), options())
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(headers.get('x-a')).toBe('1, 2')
  })

  it('a redirect is an answer', async () => {
    const answer = await transport(http('/status/302'), options())
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/x'])
  })

  it('method, headers and body arrive', async () => {
    const headers = new Headers({ 'content-type': 'text/x', 'x-own': '1' })
    const sent = raw('/a%2f..?q=%00;', { method: 'POST', headers, body: 'name=ä' })
    const { body } = await transport(sent, options())
    expect(body).toMatch(/^POST \/a%2f\.\.\?q=%00; HTTP\/1\.1\r\n/)
    for (const line of [
      /^content-type: text\/x\r$/im,
      /^x-own: 1\r$/im,
      /^host: 127\.0\.0\.1:\d+\r$/im,
    ]) {
      expect(body).toMatch(line)
    }
    expect(body).toMatch(/^accept-encoding: gzip, (?:br|deflate)\r$/im)
    expect(body).toMatch(/^content-length: 7\r$/im)
    expect(body.endsWith('\r\n\r\nname=Ã¤')).toBe(true)
  })

  it.each<[string, ProbeFailure, ProbeFailure]>([
    ['/short', 'transport', 'transport'],
    ['/cut-chunk', 'transport', 'transport'],
    ['/bad-gzip', 'transport', 'transport'],
    ['/big-head', 'transport', 'transport'],
    ['/silence', 'unreachable', 'unreachable'],
    ['/reset', 'unreachable', 'unreachable'],
    ['/no-http', 'unreachable', 'malformed_answer'],
    ['/two-lengths', 'unreachable', 'malformed_answer'],
    ['/bad-chunk', 'transport', 'malformed_answer'],
    ['/bad-name', 'unreachable', 'malformed_answer'],
  ])('%s is %s by fetch, which cannot tell, and %s by socket', async (path, byFetch, bySocket) => {
    const kind = await failureOf(transport(raw(path), options()))
    expect(kind).toBe(name === 'fetch' ? byFetch : bySocket)
  })

  it('a port where nobody listens is unreachable', async () => {
    expect(await failureOf(transport(requestTo('http://127.0.0.1:9/'), options()))).toBe(
      'unreachable',
    )
  })

  it.each(['/hang', '/hang-in-body'])('%s ends with the time, or with the scan', async (path) => {
    const late = AbortSignal.timeout(100)
    expect(await failureOf(transport(raw(path), options(late)))).toBe('timeout')
    const stopped = new AbortController()
    const sent = failureOf(transport(raw(path), options(stopped.signal)))
    stopped.abort()
    expect(await sent).toBe('aborted')
    expect(await failureOf(transport(raw('/hang'), options(stopped.signal)))).toBe('aborted')
  })
})

describe('by socket alone', () => {
  const echo = async (path: string, over?: Partial<HttpRequest>) =>
    socketTransport(raw(path, over), options())

  it('the Host header, raw paths, header case and odd bytes are sent as they are', async () => {
    const wire = {
      target: '/a/../..%zz/\u00ff?<>',
      host: 'k1x.example',
      lines: ['X-cAsE: 1', 'x-case: 2', 'X-Odd: \u0001\u00fe'],
    }
    const { body } = await echo('/', { wire })
    const lines = 'Host: k1x.example\r\nX-cAsE: 1\r\nx-case: 2\r\nX-Odd: \u0001\u00fe\r\n'
    expect(body.startsWith(`GET /a/../..%zz/\u00ff?<> HTTP/1.1\r\n${lines}Accept`)).toBe(true)
  })

  it.each(['TRACE', 'TRACK', 'DEBUG', 'CONNECT'])('%s is sent', async (method) => {
    const { body, status } = await echo('/m', { method })
    expect([status, body.split('\r\n')[0] ?? '']).toEqual(
      method === 'CONNECT' ? [200, ''] : [200, `${method} /m HTTP/1.1`],
    )
  })

  it('header lines come back in order, case and number', async () => {
    const { lines } = await echo('/twice')
    expect(lines?.map(([name]) => name)).toEqual([
      'X-B',
      'x-a',
      'X-A',
      'Set-Cookie',
      'Set-Cookie',
      'Content-Length',
    ])
    expect((await echo('/folded')).headers.get('x-a')).toBe('one two')
  })

  it('a body in deflate, in both of its forms, or coded twice is decoded', async () => {
    for (const coding of ['deflate', 'deflate-raw', 'twice']) {
      const { body } = await socketTransport(http(`/coded/${coding}`), options())
      expect(body.length).toBe(18_000)
    }
  })

  it('a bomb in Brotli, which nobody asked for, is refused within its bound', async () => {
    const kind = await failureOf(socketTransport(http('/coded/br-bomb'), options()))
    expect(kind).toBe('transport')
  })

  it('a connection is used again, and tells its times', async () => {
    const fresh = makeH1Client({ dial: dialSocket, now: () => performance.now() })
    const ask = (path: string, over?: Partial<HttpRequest>) =>
      fresh.send(raw(path, over), addressOf(raw(path).url, ['127.0.0.1']), options())
    const first = await ask('/1')
    const second = await ask('/2')
    const wired = await ask('/3', { wire: { host: 'k.example' } })
    const third = await ask('/last')
    const other = await ask('/5')
    const via = [first, second, wired, third, other].map(({ headers }) =>
      Number(headers.get('x-connection')),
    )
    const [start = 0] = via
    expect(via).toEqual([start, start, start + 1, start, start + 2])
    expect([first.timings?.connectMs === null, second.timings?.connectMs]).toEqual([false, null])
    const { firstByteMs = -1, totalMs = -2 } = first.timings ?? {}
    expect(totalMs >= firstByteMs && firstByteMs >= 0).toBe(true)
    expect((await ask('/then-gone')).status).toBe(200)
    await scheduler.wait(60)
    expect((await ask('/7')).status).toBe(200)
    fresh.close()
  })

  it('bytes behind an answer end the connection: they belong to no request', async () => {
    expect((await echo('/more')).body).toBe('hello')
    expect((await echo('/next')).body).toMatch(/^GET \/next /)
  })
})
