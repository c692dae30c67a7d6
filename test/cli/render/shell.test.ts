import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { shellLines } from '../../../cli/render/shell.ts'

/** What a shell makes of continued lines. */
const joined = (lines: readonly string[]) => lines.join('\n').replaceAll(' \\\n  ', ' ')

describe('shell lines', () => {
  const CASES = [
    [
      "curl -i -H 'X-A: b c' --data 'a=1 2' http://a.test/long",
      ["curl -i -H 'X-A: b c' \\", "  --data 'a=1 2' \\", '  http://a.test/long'],
    ],
    [
      String.raw`curl --data-raw 'it'\''s a quote' http://a.test/`,
      ['curl --data-raw \\', String.raw`  'it'\''s a quote' \ `.trimEnd(), '  http://a.test/'],
    ],
    [
      String.raw`curl -H "Cookie: $COOKIE \" x y" http://a.test/`,
      ['curl -H \\', String.raw`  "Cookie: $COOKIE \" x y" \ `.trimEnd(), '  http://a.test/'],
    ],
    ['curl http://a.test/', ['curl http://a.test/']],
  ] as const
  it.each(CASES)('%s', (command, lines) => {
    expect(shellLines(command, 24)).toEqual(lines)
  })

  it('loses nothing of a quoted command', () => {
    const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
    const word = fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '\\', '&'), maxLength: 30 })
    fc.assert(
      fc.property(fc.array(word.map(quote), { minLength: 1 }), (words) => {
        const command = words.join(' ')
        expect(joined(shellLines(command, 20))).toBe(command)
      }),
    )
  })
})
