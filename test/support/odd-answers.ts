/** Answers that no HTTP library would write, byte for byte; each is written in these pieces. */
export type OddAnswer = Readonly<{
  pieces: readonly string[]
  /** What happens after the last piece. */
  after: 'end' | 'reset' | 'stay'
}>

const OK = 'HTTP/1.1 200 OK\r\n'

/** By path of the raw server. A piece is text of one character per byte. */
export const ODD_ANSWERS: Readonly<Record<string, OddAnswer>> = {
  '/split': {
    pieces: `${OK}Content-Length: 5\r\n\r\nhello`.split(''),
    after: 'stay',
  },
  '/chunked': {
    pieces: [
      `${OK}Transfer-Encoding: chunked\r\n\r\n3;a=b\r\nhel\r`,
      '\n2\r\nlo\r\n0\r\nX-T: 1\r\n\r\n',
    ],
    after: 'stay',
  },
  '/close': { pieces: [`${OK}\r\n`, 'hel', 'lo'], after: 'end' },
  '/lf': { pieces: ['HTTP/1.1 200 OK\nContent-Length: 5\nX-A: 1\n\nhello'], after: 'stay' },
  '/interim': {
    pieces: [
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
      `${OK}Content-Length: 5\r\n\r\nhello`,
    ],
    after: 'stay',
  },
  '/old': { pieces: ['HTTP/1.0 200 OK\r\n\r\nhello'], after: 'end' },
  '/204': { pieces: ['HTTP/1.1 204 No Content\r\n\r\n'], after: 'stay' },
  '/304': { pieces: ['HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n'], after: 'stay' },
  '/twice': {
    pieces: [
      `${OK}X-B: 1\r\nx-a: 1\r\nX-A: 2\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 5\r\n\r\nhello`,
    ],
    after: 'stay',
  },
  '/folded': {
    pieces: [`${OK}X-A: one\r\n  two\r\nContent-Length: 5\r\n\r\nhello`],
    after: 'stay',
  },
  '/more': {
    pieces: [`${OK}Content-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\n\r\n`],
    after: 'stay',
  },
  '/reason': { pieces: ['HTTP/1.1 299\r\nContent-Length: 5\r\n\r\nhello'], after: 'stay' },

  '/short': { pieces: [`${OK}Content-Length: 50\r\n\r\nhello`], after: 'end' },
  '/cut-chunk': { pieces: [`${OK}Transfer-Encoding: chunked\r\n\r\n9\r\nhello`], after: 'end' },
  '/bad-gzip': {
    pieces: [`${OK}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello`],
    after: 'stay',
  },
  '/big-head': { pieces: [OK, `X-A: ${'a'.repeat(70_000)}\r\n`, '\r\n'], after: 'stay' },
  '/silence': { pieces: [], after: 'end' },
  '/reset': { pieces: [], after: 'reset' },
  '/hang': { pieces: [], after: 'stay' },
  '/hang-in-body': { pieces: [`${OK}Content-Length: 50\r\n\r\nhello`], after: 'stay' },
  '/no-http': { pieces: ['220 mail.example ESMTP\r\n'], after: 'end' },
  '/two-lengths': {
    pieces: [`${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`],
    after: 'end',
  },
  '/bad-chunk': { pieces: [`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello`], after: 'end' },
  '/bad-name': { pieces: [`${OK}Bad Name: 1\r\nContent-Length: 5\r\n\r\nhello`], after: 'end' },
}
