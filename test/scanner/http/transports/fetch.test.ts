import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../../src/limits.ts'
import type { HttpRequest, ProbeError } from '../../../../src/scanner/http/exchange.ts'
import { isProbeError } from '../../../../src/scanner/http/exchange.ts'
import { fetchTransport } from '../../../../src/scanner/http/transports/fetch.ts'
import { serveHttp, serveRaw } from '../../../support/loopback-server.ts'
import type { Running } from '../../../support/loopback-server.ts'

const servers: Running[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})
async function http(listener: Parameters<typeof serveHttp>[0]): Promise<string> {
  const server = await serveHttp(listener)
  servers.push(server)
  return server.origin
}
async function raw(answer: string | Buffer): Promise<string> {
  const server = await serveRaw((socket) => socket.once('data', () => socket.end(answer)))
  servers.push(server)
  return server.origin
}

const requestTo = (url: string, over: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: new URL(url),
  headers: new Headers(),
  ...over,
})
const options = (over: Partial<{ signal: AbortSignal; maxBytes: number }> = {}) => ({
  signal: new AbortController().signal,
  maxBytes: LIMITS.responseBytes,
  ...over,
})
async function failureOf(sent: Promise<unknown>): Promise<ProbeError> {
  const error: unknown = await sent.then(
    () => new Error('the request was answered'),
    (reason: unknown) => reason,
  )
  if (!isProbeError(error)) throw error
  return error
}
/** Aborts as `AbortSignal.timeout` does, when the test says so. */
function manualTimeout() {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    fire: () => controller.abort(new DOMException('too slow', 'TimeoutError')),
  }
}

describe('what is sent', () => {
  test('defaults are added only where the request says nothing', async () => {
    const seen: unknown[] = []
    const origin = await http((request, response) => {
      seen.push([request.headers.accept, request.headers['accept-encoding']])
      response.end()
    })
    await fetchTransport(requestTo(origin), options())
    const own = new Headers({ accept: 'text/plain', 'accept-encoding': 'identity' })
    await fetchTransport(requestTo(origin, { headers: own }), options())
    expect(seen).toEqual([
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'gzip, br'],
      ['text/plain', 'identity'],
    ])
  })

  test('method, path, headers and body arrive as given', async () => {
    let seen: unknown
    const origin = await http((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method, url, headers } = request
        seen = {
          method,
          url,
          type: headers['content-type'],
          body: Buffer.concat(chunks).toString(),
        }
        response.end()
      })
    })
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
    await fetchTransport(
      requestTo(`${origin}/a%2f..?q=%00;`, { method: 'POST', headers, body: 'name=ä' }),
      options(),
    )
    const type = 'application/x-www-form-urlencoded'
    expect(seen).toEqual({ method: 'POST', url: '/a%2f..?q=%00;', type, body: 'name=ä' })
  })
})

describe('what comes back', () => {
  test('a redirect is an answer, not followed', async () => {
    const origin = await http((_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    })
    const { status, headers } = await fetchTransport(requestTo(origin), options())
    expect([status, headers.get('location')]).toEqual([302, 'http://169.254.169.254/'])
  })

  test('Set-Cookie values stay apart', async () => {
    const origin = await http((_, response) => {
      response.setHeader('set-cookie', ['a=1; Expires=Thu, 01 Jan 2032 00:00:00 GMT', 'b=2'])
      response.end()
    })
    const { headers } = await fetchTransport(requestTo(origin), options())
    expect(headers.getSetCookie()).toEqual(['a=1; Expires=Thu, 01 Jan 2032 00:00:00 GMT', 'b=2'])
  })

  test('elapsedMs is the time to the headers', async () => {
    const origin = await http((_, response) => response.end('x'))
    const { elapsedMs } = await fetchTransport(requestTo(origin), options())
    expect(Number.isInteger(elapsedMs) && elapsedMs >= 0 && elapsedMs < 5000).toBe(true)
  })

  test('HEAD, 204 and 304 have an empty body', async () => {
    const origin = await http((request, response) => {
      response.writeHead(Number(request.url?.slice(1))).end()
    })
    const bodies = await Promise.all([
      fetchTransport(requestTo(`${origin}/200`, { method: 'HEAD' }), options()),
      fetchTransport(requestTo(`${origin}/204`), options()),
      fetchTransport(requestTo(`${origin}/304`), options()),
    ])
    expect(bodies.map(({ status, body, truncated }) => [status, body, truncated])).toEqual([
      [200, '', false],
      [204, '', false],
      [304, '', false],
    ])
  })

  const TEXTS: readonly [type: string, bytes: Buffer, text: string][] = [
    ['text/html; charset=utf-8', Buffer.from('süß'), 'süß'],
    ['text/html', Buffer.from('süß'), 'süß'],
    ['text/html; charset="ISO-8859-1"', Buffer.from([0x73, 0xfc, 0x80]), 'sü€'],
    ['text/html; charset=latin1', Buffer.from([0xe9]), 'é'],
    ['text/html; charset=shift_jis', Buffer.from([0x82, 0xa0]), 'あ'],
    ['text/html; charset=latin1', Buffer.from([0xef, 0xbb, 0xbf, 0xc3, 0xa9]), 'é'],
    ['text/html; charset=utf-8', Buffer.from([0xff, 0xfe, 0x61, 0x00]), 'a'],
    ['text/html; charset=utf-8', Buffer.from([0xfe, 0xff, 0x00, 0x61]), 'a'],
    ['text/html; charset=no-such-thing', Buffer.from('é'), 'é'],
    ['text/html; charset=iso-2022-kr', Buffer.from('plain'), 'plain'],
    ['image/png', Buffer.from([0x89, 0x50, 0xff]), '\ufffdP\ufffd'],
  ]
  test.each(TEXTS)('%s reads its bytes', async (type, bytes, text) => {
    const origin = await http((_, response) => {
      response.writeHead(200, { 'content-type': type }).end(bytes)
    })
    expect((await fetchTransport(requestTo(origin), options())).body).toBe(text)
  })

  test('gzip is decoded and its header kept', async () => {
    const origin = await http((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'))
    })
    const { body, headers } = await fetchTransport(requestTo(origin), options())
    expect([body, headers.get('content-encoding')]).toEqual(['hello', 'gzip'])
  })
})

describe('what is bounded', () => {
  test('a gzip bomb is cut at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'))
    const origin = await http((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    const { body, truncated } = await fetchTransport(requestTo(origin), options())
    expect([body.length, truncated]).toEqual([LIMITS.responseBytes, true])
  })

  test('an endless body is cut and the connection given up', async () => {
    const { promise: gone, resolve: closed } = Promise.withResolvers<void>()
    const origin = await http((_, response) => {
      const chunk = 'x'.repeat(64 * 1024)
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more).on('close', () => closed())
      more()
    })
    const { body, truncated } = await fetchTransport(requestTo(origin), options())
    await gone
    expect([body.length, truncated]).toEqual([LIMITS.responseBytes, true])
  })

  test.each([
    [9, true],
    [10, false],
    [11, false],
  ])('a body of 10 bytes read with a limit of %i is truncated: %s', async (maxBytes, cut) => {
    const origin = await http((_, response) => response.end('0123456789'))
    const { body, truncated } = await fetchTransport(requestTo(origin), options({ maxBytes }))
    expect([body, truncated]).toEqual(['0123456789'.slice(0, maxBytes), cut])
  })

  test('no half character is left at the cut', async () => {
    const origin = await http((_, response) => response.end('aé'))
    const { body } = await fetchTransport(requestTo(origin), options({ maxBytes: 2 }))
    expect(body).toBe('a')
  })

  test('a request for more than the ceiling gets the ceiling', async () => {
    const origin = await http((_, response) => response.end('x'.repeat(3 * 1024 * 1024)))
    const { body } = await fetchTransport(requestTo(origin), options({ maxBytes: 1e9 }))
    expect(body.length).toBe(LIMITS.decompressedBytes)
  })

  test('a server that never answers is a timeout', async () => {
    const timeout = manualTimeout()
    const origin = await http(() => timeout.fire())
    const error = await failureOf(fetchTransport(requestTo(origin), options(timeout)))
    expect(error.kind).toBe('timeout')
  })

  test('a body that drips is a timeout', async () => {
    const timeout = manualTimeout()
    const origin = await http((_, response) => {
      response.write('a')
      response.write('b', timeout.fire)
    })
    const error = await failureOf(fetchTransport(requestTo(origin), options(timeout)))
    expect(error.kind).toBe('timeout')
  })

  test('an abort before and during the request is aborted', async () => {
    const controller = new AbortController()
    const origin = await http(() => controller.abort())
    const sent = () =>
      failureOf(fetchTransport(requestTo(origin), options({ signal: controller.signal })))
    expect([(await sent()).kind, (await sent()).kind]).toEqual(['aborted', 'aborted'])
  })
})

describe('what fails', () => {
  test('a closed port is unreachable, and the message says what cannot be told apart', async () => {
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const address = probe.address()
    await new Promise((resolve) => probe.close(resolve))
    const port = typeof address === 'object' ? address?.port : 0
    const error = await failureOf(fetchTransport(requestTo(`http://127.0.0.1:${port}/`), options()))
    expect(error.kind).toBe('unreachable')
    expect(error.message).toContain('TLS certificate')
    expect(error.cause).toBeInstanceOf(Error)
  })

  test('https to a plain server is unreachable', async () => {
    const origin = await http((_, response) => response.end())
    const url = origin.replace('http:', 'https:')
    expect((await failureOf(fetchTransport(requestTo(url), options()))).kind).toBe('unreachable')
  })

  test('a reset before any answer is unreachable', async () => {
    const server = createTcpServer((socket) => {
      socket.on('data', () => socket.resetAndDestroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const error = await failureOf(fetchTransport(requestTo(`http://127.0.0.1:${port}/`), options()))
    await new Promise((resolve) => server.close(resolve))
    expect(error.kind).toBe('unreachable')
  })

  const GARBAGE: readonly [what: string, answer: string | Buffer, kind: string][] = [
    ['noise', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]), 'unreachable'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'unreachable'],
    ['nothing', '', 'unreachable'],
    [
      'a body shorter than announced',
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc',
      'transport',
    ],
    [
      'no gzip where gzip is announced',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain',
      'transport',
    ],
  ]
  test.each(GARBAGE)('%s', async (_, answer, kind) => {
    const origin = await raw(answer)
    expect((await failureOf(fetchTransport(requestTo(origin), options()))).kind).toBe(kind)
  })

  test.each([
    ['CONNECT', {}],
    ['BAD METHOD', {}],
    ['GET', { body: 'no body on GET' }],
  ])('%s %o cannot be sent: transport', async (method, over) => {
    const origin = await http((_, response) => response.end())
    const request = requestTo(origin, { method, ...over })
    expect((await failureOf(fetchTransport(request, options()))).kind).toBe('transport')
  })
})
