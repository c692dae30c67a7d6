import { PDFDocument } from 'pdf-lib'
import fontkit from '@cantoo/fontkit'
import { describe, expect, it } from 'vitest'

import { Faces } from '../../src/exporters/pdf/faces.ts'
import { breakLines } from '../../src/exporters/pdf/lines.ts'
import { packagedFonts } from '../support/fonts.ts'

const WIDTH = 120
const LOOK = { size: 10 }

describe('breakLines', async () => {
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  const faces = await Faces.load('漏洞 漏', packagedFonts().source, (bytes) =>
    pdf.embedFont(bytes, { subset: true }),
  )
  const linesOf = (text: string): readonly string[] =>
    breakLines(faces, [{ text }], LOOK, WIDTH).map((line) => line.map((span) => span.text).join(''))

  it.each([
    'a few words that do not fit on one line of this width',
    `https://shop.example/${'very/long/path/'.repeat(6)}?q=1&r=2`,
    'x'.repeat(200),
    '漏洞'.repeat(30),
    'a\nb',
    '',
  ])('keeps within the width and loses nothing: %j', (text) => {
    for (const line of breakLines(faces, [{ text }], LOOK, WIDTH)) {
      expect(line.reduce((sum, span) => sum + span.width, 0)).toBeLessThanOrEqual(WIDTH)
    }
    expect(linesOf(text).join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
  })

  it('breaks at blanks, addresses behind punctuation, and at line feeds', () => {
    expect(linesOf('first second third fourth fifth')).toEqual([
      'first second third fourth',
      'fifth',
    ])
    expect(linesOf('https://shop.example/account/settings')[0]).toMatch(/\/$/)
    expect(linesOf('a\nb')).toEqual(['a', 'b'])
  })

  it('keeps styles apart and joins neighbours of one style', () => {
    const [line] = breakLines(faces, [{ text: 'a b ' }, { text: 'c', style: 'code' }], LOOK, WIDTH)
    expect(line?.map(({ text, style }) => [text, style])).toEqual([
      ['a b ', 'regular'],
      ['c', 'mono'],
    ])
  })
})
