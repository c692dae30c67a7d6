import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { page, plainPage, pour, type Misbehaviour } from './kind.ts'

const BOMB_BYTES = 64 * 1024 * 1024
const DEEP = 100_000
const RUN = 250_000

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}
const filling = () => Buffer.alloc(BOMB_BYTES, '<a href="/bomb">x</a>')
const gzipBomb = once(() => gzipSync(filling()))
const nestedBomb = once(() => gzipSync(gzipSync(gzipBomb())))
const brotliBomb = once(() => brotliCompressSync(filling()))

const coded = (response: ServerResponse, coding: string, body: Buffer | string): void =>
  void response
    .writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding })
    .end(body)
const typed = (response: ServerResponse, type: string, body: string | Buffer): void =>
  void response.writeHead(200, { 'content-type': type }).end(body)

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "/laugh">${Array.from(
  { length: 12 },
  (_, n) =>
    `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`,
).join('')}]><urlset><url><loc>&m;</loc></url></urlset>`

/** What patterns go back and forth over: long runs that nearly match. */
const STUMBLING = [
  ' ',
  '<',
  '"',
  'a',
  '1',
  '/*',
  '-----BEGIN ',
  'at a.b.c(',
  '<!--',
  'a@',
  '10.',
  'href="',
].map((piece) => piece.repeat(RUN / piece.length))

/** Bodies that fill the memory, nest without an end, or are not what they say. */
export const BODIES = {
  'nests its markup': (response) => page(response, '<div>'.repeat(DEEP)),
  'nests its JSON': (response) =>
    typed(response, 'application/json', `${'{"a":['.repeat(DEEP)}1${']}'.repeat(DEEP)}`),
  'nests its XML': (response) =>
    typed(response, 'application/xml', `${'<a b="c">'.repeat(DEEP)}${'</a>'.repeat(DEEP)}`),
  'sends a gzip bomb': (response) => coded(response, 'gzip', gzipBomb()),
  'sends a brotli bomb': (response) => coded(response, 'br', brotliBomb()),
  'sends a bomb in a bomb': (response) => coded(response, 'gzip, gzip, gzip', nestedBomb()),
  'sends broken gzip': (response) => coded(response, 'gzip', 'this is not gzip'),
  'names charsets that are none': (response, path) => {
    const names = ['no-such', 'utf-7', '"', 'utf-16le', 'x'.repeat(5000), 'iso-2022-jp']
    const name = names[path.length % names.length]
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 37) % 256))
    typed(response, `text/html; charset=${name}`, Buffer.concat([bytes, Buffer.from(path)]))
  },
  'says nothing of its type': (response) => void response.writeHead(200).end(Buffer.alloc(300_000)),
  'sends what patterns stumble over': (response, path) =>
    page(
      response,
      `<a href="/s${path.length}?x=1">s</a>${STUMBLING[path.length % STUMBLING.length]}`,
    ),
  'sends scripts that patterns stumble over': (response, path) =>
    path.startsWith('/s')
      ? typed(response, 'text/javascript', STUMBLING[path.length % STUMBLING.length] ?? '')
      : page(
          response,
          STUMBLING.map((_, n) => `<script src="/s${'.'.repeat(n)}"></script>`).join(''),
        ),
  'has a sitemap that laughs': (response, path) =>
    path === '/sitemap.xml' ? typed(response, 'application/xml', LAUGHS) : plainPage(response),
  'has robots of 100 MB': (response, path) => {
    if (path !== '/robots.txt') return plainPage(response)
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100000000' })
    pour(response, 'Disallow: /somewhere/else\n'.repeat(2000))
  },
  'has a source map that names itself': (response, path) =>
    path.endsWith('.map')
      ? typed(
          response,
          'application/json',
          `{"version":3,"sources":["a.js.map","../a.js"],"sourcesContent":["//# sourceMappingURL=a.js.map"],"mappings":"AAAA","sections":[{"offset":{"line":0,"column":0},"url":"a.js.map"}]}`,
        )
      : path.endsWith('.js')
        ? typed(response, 'text/javascript', 'let a = 1\n//# sourceMappingURL=a.js.map\n')
        : page(response, '<script src="/a.js"></script><a href="/b?y=2">b</a>'),
} as const satisfies Record<string, Misbehaviour>
