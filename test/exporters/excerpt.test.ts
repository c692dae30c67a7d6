import { describe, expect, it } from 'vitest'

import { excerpt } from '../../src/exporters/document/excerpt.ts'

const BOUNDS = { chars: 100, lines: 10 }
const markedIn = ({ text, marks }: ReturnType<typeof excerpt>): readonly string[] =>
  marks.map(([from, to]) => text.slice(from, to))

describe('excerpt', () => {
  it('gives a short text whole, every match marked', () => {
    const found = excerpt('one needle, two needle', 'needle', BOUNDS)
    expect(found).toMatchObject({ text: 'one needle, two needle', omitted: 0 })
    expect(markedIn(found)).toEqual(['needle', 'needle'])
  })

  it('shows the start and what is around a match far down', () => {
    const found = excerpt(`${'x'.repeat(900)}needle${'y'.repeat(900)}`, 'needle', BOUNDS)
    expect(found.text).toMatch(/^x{50}\n\n\[…\]\n\nx+needley+$/)
    expect(markedIn(found)).toEqual(['needle'])
    expect(found.omitted).toBe(1806 - 100)
  })

  it('opens the window at the start of a line', () => {
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n')
    const found = excerpt(lines, 'line 40', BOUNDS)
    expect(found.text.split('[…]\n\n')[1]).toMatch(/^line 3\d\n[\s\S]*line 40\n/)
  })

  it('keeps to its lines and counts the rest', () => {
    const found = excerpt('a\n'.repeat(40), null, BOUNDS)
    expect(found.text.split('\n').length).toBe(10)
    expect(found.text.length + found.omitted).toBe(79)
  })

  it('marks nothing for a match that is not there, is empty or a single letter', () => {
    for (const match of ['nowhere', '', 'a'])
      expect(excerpt('a b a', match, BOUNDS).marks).toEqual([])
  })

  it('finds a match that names what cannot be seen', () => {
    expect(markedIn(excerpt('a\u0000b', '\u0000b', BOUNDS))).toEqual(['[U+0000]b'])
  })

  it('never cuts a letter in two', () => {
    const found = excerpt('😀'.repeat(99), null, { chars: 51, lines: 10 })
    expect(found.text.isWellFormed()).toBe(true)
  })
})
