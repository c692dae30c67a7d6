import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readAnswer, type RawAnswer } from '../../../../src/scanner/http/h1/answer.ts'
import {
  binaryText,
  ByteReader,
  bytesOfBinary,
  TooLongError,
} from '../../../../src/scanner/http/h1/bytes.ts'
import { BrokenOff, MalformedAnswer } from '../../../../src/scanner/http/h1/malformed.ts'

const BOUNDS = { maxHeaderBytes: 1000, maxBodyBytes: 100 }

/** A stream of these pieces, then its end. */
function readerOf(pieces: readonly string[]): ByteReader {
  const left = pieces.map(bytesOfBinary)
  return new ByteReader(() => Promise.resolve(left.shift() ?? null))
}
const read = (pieces: readonly string[], method = 'GET'): Promise<RawAnswer> =>
  readAnswer(readerOf(pieces), method, BOUNDS)
const told = async (pieces: readonly string[], method = 'GET') => {
  const { status, lines, body, truncated, canReuse } = await read(pieces, method)
  return { status, lines, body: binaryText(body), truncated, canReuse }
}

const OK = 'HTTP/1.1 200 OK\r\n'
const LENGTH = `${OK}Content-Length: 5\r\n\r\nhello`

describe('an answer', () => {
  it.each<[string, string, Partial<Awaited<ReturnType<typeof told>>>]>([
    ['by its length', LENGTH, { body: 'hello', canReuse: true }],
    ['by the end of the connection', `${OK}\r\nhello`, { body: 'hello', canReuse: false }],
    [
      'in chunks, with extensions and a trailer',
      `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n3;a=b\r\nhel\r\n02 \r\nlo\r\n0\r\nX: 1\r\n\r\n`,
      { body: 'hello', canReuse: true },
    ],
    [
      'in a coding that says no end',
      `${OK}Transfer-Encoding: gzip\r\n\r\nhello`,
      { body: 'hello', canReuse: false },
    ],
    [
      'with both framings: chunks decide, and the connection ends (RFC 9112, 6.3)',
      `${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
      { body: 'a', canReuse: false },
    ],
    ['with one length said twice', `${OK}Content-Length: 5, 5\r\n\r\nhello`, { body: 'hello' }],
    ['after an interim one', `HTTP/1.1 100 Continue\r\n\r\n${LENGTH}`, { status: 200 }],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', { canReuse: false }],
    [
      'of HTTP/1.0 that stays',
      'HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n',
      { canReuse: true },
    ],
    ['that closes', `${OK}Connection: close\r\nContent-Length: 0\r\n\r\n`, { canReuse: false }],
    ['with bytes behind it', `${LENGTH}H`, { body: 'hello', canReuse: false }],
    ['204, which has no body', 'HTTP/1.1 204 No\r\n\r\n', { body: '', canReuse: true }],
    ['101, which ends HTTP', 'HTTP/1.1 101 Up\r\n\r\nxx', { status: 101, canReuse: false }],
    ['without a reason', 'HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n', { status: 404 }],
    [
      'with lines in order, case and number, folded ones joined',
      `${OK}b: 1\r\nA:2\r\nB:\t3 \r\n \t4\r\nContent-Length:0\r\n\r\n`,
      {
        lines: [
          ['b', '1'],
          ['A', '2'],
          ['B', '3 4'],
          ['Content-Length', '0'],
        ],
      },
    ],
    ['longer than its bound', `${OK}\r\n${'a'.repeat(101)}`, { truncated: true, canReuse: false }],
    [
      'of chunks longer than its bound',
      `${OK}Transfer-Encoding: chunked\r\n\r\nff\r\n${'a'.repeat(255)}\r\n0\r\n\r\n`,
      { body: 'a'.repeat(100), truncated: true, canReuse: false },
    ],
    [
      'exactly at its bound',
      `${OK}Content-Length: 100\r\n\r\n${'a'.repeat(100)}`,
      { truncated: false, canReuse: true },
    ],
  ])('%s', async (_, text, expected) => {
    expect(await told([text])).toMatchObject(expected)
  })

  it('to HEAD has no body, whatever it says of it', async () => {
    const text = `${OK}Content-Length: 5\r\n\r\n`
    expect(await told([text], 'HEAD')).toMatchObject({ body: '', canReuse: true })
  })

  it.each<[string, string, new (...args: never[]) => Error]>([
    ['no status line', 'hello\r\n\r\n', MalformedAnswer],
    ['HTTP/2 in clear text', 'HTTP/2 200\r\n\r\n', MalformedAnswer],
    ['a line without a name', `${OK}: 1\r\n\r\n`, MalformedAnswer],
    ['a line without a colon', `${OK}abc\r\n\r\n`, MalformedAnswer],
    ['a blank before the colon', `${OK}Content-Length : 5\r\n\r\n`, MalformedAnswer],
    ['a fold before any line', `${OK} abc\r\n\r\n`, MalformedAnswer],
    ['a zero byte', `${OK}A: \0\r\n\r\n`, MalformedAnswer],
    ['two lengths', `${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`, MalformedAnswer],
    ['a negative length', `${OK}Content-Length: -1\r\n\r\n`, MalformedAnswer],
    ['a chunk without a size', `${OK}Transfer-Encoding: chunked\r\n\r\n\r\n`, MalformedAnswer],
    [
      'a long chunk',
      `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n`,
      MalformedAnswer,
    ],
    ['a head that ends early', OK, BrokenOff],
    ['a body that ends early', `${OK}Content-Length: 9\r\n\r\nhello`, BrokenOff],
    ['chunks that end early', `${OK}Transfer-Encoding: chunked\r\n\r\n9\r\nhello`, BrokenOff],
    ['chunks without the last one', `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`, BrokenOff],
    ['one line beyond the bound', `${OK}A: ${'a'.repeat(1000)}\r\n\r\n`, TooLongError],
    ['many lines beyond the bound', `${OK}${'A: a\r\n'.repeat(200)}\r\n`, TooLongError],
    ['interim answers without end', 'HTTP/1.1 100 C\r\n\r\n'.repeat(60), TooLongError],
  ])('refuses %s', async (_, text, kind) => {
    await expect(read([text])).rejects.toBeInstanceOf(kind)
  })
})

describe('for all answers', () => {
  const line = fc.tuple(
    fc
      .stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/)
      .filter((n) => !/^(?:content-length|transfer-encoding|connection)$/i.test(n)),
    fc.stringMatching(/^[!-~]{0,10}$/),
  )
  const answer = fc.record({
    status: fc.integer({ min: 200, max: 599 }).filter((status) => status !== 204 && status !== 304),
    lines: fc.array(line, { maxLength: 5 }),
    chunks: fc.array(fc.uint8Array({ minLength: 1, maxLength: 12 }), { maxLength: 6 }),
    isChunked: fc.boolean(),
  })
  type Made = typeof answer extends fc.Arbitrary<infer T> ? T : never
  const written = ({ status, lines, chunks, isChunked }: Made): string => {
    const body = chunks.map(binaryText)
    const framing = isChunked
      ? 'Transfer-Encoding: chunked'
      : `Content-Length: ${body.join('').length}`
    const head = [`HTTP/1.1 ${status} X`, ...lines.map(([n, v]) => `${n}: ${v}`), framing, '', '']
    const coded = body.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join('')
    return head.join('\r\n') + (isChunked ? `${coded}0\r\n\r\n` : body.join(''))
  }
  const cutAt = (text: string, cuts: readonly number[]): string[] => {
    const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
    return [...places, text.length].map((end, nth) => text.slice(places[nth - 1] ?? 0, end))
  }

  it('what was written is read, in whatever pieces it comes, and the next one after it', async () => {
    await fc.assert(
      fc.asyncProperty(
        answer,
        answer,
        fc.array(fc.nat(), { maxLength: 12 }),
        async (a, b, cuts) => {
          const pieces = cutAt(written(a) + written(b), cuts).filter((piece) => piece !== '')
          const reader = readerOf(pieces)
          for (const { status, lines, chunks } of [a, b]) {
            const got = await readAnswer(reader, 'GET', BOUNDS)
            expect(got.status).toBe(status)
            expect(got.lines.slice(0, -1)).toEqual(lines)
            expect(binaryText(got.body)).toBe(chunks.map(binaryText).join(''))
          }
        },
      ),
    )
  })

  it('of any bytes it makes an answer within its bounds, or says what is wrong', async () => {
    const bytes = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 300 }),
      fc.tuple(answer, fc.nat(), fc.string({ maxLength: 3 })).map(([made, at, noise]) => {
        const text = written(made)
        const place = at % text.length
        return text.slice(0, place) + noise.replaceAll(/[^\0-\xff]/g, '') + text.slice(place + 1)
      }),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async (text) => {
        const got = await read([text]).catch((error: unknown) => error)
        if (got instanceof Error) {
          const known = [MalformedAnswer, BrokenOff, TooLongError]
          expect(
            known.some((kind) => got instanceof kind),
            String(got),
          ).toBe(true)
        } else expect((got as RawAnswer).body.length).toBeLessThanOrEqual(BOUNDS.maxBodyBytes)
      }),
    )
  })
})
