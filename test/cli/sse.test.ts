import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { makeSseParser } from '../../cli/sse.ts'

const parse = (...chunks: string[]) => {
  const parser = makeSseParser()
  return chunks.flatMap((chunk) => parser.push(chunk))
}

describe('SSE parser', () => {
  const CASES = [
    ['id: 1\ndata: {"a":1}\n\n', [{ id: '1', data: '{"a":1}' }]],
    ['retry: 3000\n: connected\n\n', []],
    ['data: a\ndata: b\n\n', [{ id: null, data: 'a\nb' }]],
    ['id: 7\n\ndata:x\n\n', [{ id: '7', data: 'x' }]],
    ['event: e\r\ndata: x\r\n\r\n', [{ id: null, data: 'x' }]],
    ['data\n\n', [{ id: null, data: '' }]],
    ['data: unfinished\n', []],
  ] as const
  it.each(CASES)('%j', (text, events) => {
    expect(parse(text)).toEqual(events)
  })

  it('gives the same events however the stream is cut', () => {
    const event = fc.record({ id: fc.nat(), data: fc.json() })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), fc.array(fc.nat()), (events, cuts) => {
        const text = events.map(({ id, data }) => `id: ${id}\ndata: ${data}\n\n`).join(': ping\n\n')
        const places = [...cuts.map((cut) => cut % (text.length + 1)), 0, text.length].sort(
          (a, b) => a - b,
        )
        const chunks = places.map((from, index) => text.slice(from, places[index + 1]))
        expect(parse(...chunks)).toEqual(events.map(({ id, data }) => ({ id: String(id), data })))
      }),
    )
  })

  it('gives up on an event that never ends', () => {
    const parser = makeSseParser()
    expect(() => parser.push('x'.repeat(5 * 1024 * 1024))).toThrow('too large')
  })
})
