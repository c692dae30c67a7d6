import type { ServerResponse } from 'node:http'
import { drip, page, pour, raw, type Misbehaviour } from './kind.ts'

const DRIP_MS = 200
const SECOND_MS = 1000
const HEADER_BYTES = 200_000
const COOKIES = 15

/** A status line, then header bytes without an end. */
function dripHeaders({ socket }: ServerResponse): void {
  socket?.write('HTTP/1.1 200 OK\r\nx-slow: ')
  const timer = setInterval(() => socket?.write('.'), DRIP_MS)
  socket?.once('close', () => clearInterval(timer))
}

/** Answers that are wrong, late or without an end as HTTP. */
export const WIRE = {
  'never answers': () => undefined,
  'answers only with headers': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.flushHeaders()
  },
  'drips its body': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    drip(response, '<title>slow</title>', '.', DRIP_MS)
  },
  'drips a byte a second': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    drip(response, '<', 'b', SECOND_MS)
  },
  'drips its headers': dripHeaders,
  'sends chunks for ever': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    pour(response, `<a href="/more?n=1">more</a>${'x'.repeat(60_000)}`)
  },
  'sends chunk sizes that are none': (response) => {
    raw(response, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc')
    response.socket?.end('\r\n-5\r\nabc\r\nzz\r\n')
  },
  'promises more than it sends': (response) => {
    raw(
      response,
      'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 99999999\r\n\r\n<p>',
    )
    response.socket?.end()
  },
  'sends more than it promises': (response) => {
    raw(response, 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\n<p>a')
    raw(response, 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nbad'.repeat(50))
    response.socket?.end()
  },
  'names two lengths': (response) => {
    raw(response, 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 900\r\n\r\n<p>a')
    response.socket?.end()
  },
  'floods its headers': (response) => {
    raw(response, 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n')
    raw(response, 'x-flood: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(HEADER_BYTES / 47))
    response.socket?.end('content-length: 2\r\n\r\nok')
  },
  'sets huge cookies': (response) => {
    const cookies = Array.from({ length: COOKIES }, (_, n) => `c${n}=${'v'.repeat(4000)}; Path=/`)
    response.setHeader('set-cookie', cookies)
    page(response, '<a href="/a?x=1">a</a>')
  },
  'cuts the connection': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' })
    response.write('<a href="/next">next</a>', () => response.destroy())
  },
  'resets in mid-body': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write('<a href="/next">next</a>', () => response.socket?.resetAndDestroy())
  },
  'speaks no HTTP': (response) => void response.socket?.end('220 mail.example ESMTP\r\n'),
} as const satisfies Record<string, Misbehaviour>
