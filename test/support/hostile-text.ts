import fc from 'fast-check'

import { cleanText } from '../../src/exporters/clean.ts'
import { HOSTILE } from './hostile-strings.ts'

export const HOSTILE_ROWS = Object.entries(HOSTILE)

/** Any text that JavaScript can hold, lone surrogates too, and what markup is made of more often. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom('<', '>', '&', '"', "'", '`', ']]>', '|', '\\', '\r\n', '](', '=', ',', '\0'),
      fc.constantFrom(...Object.values(HOSTILE).filter((text) => text.length < 100)),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))

/** What a line of running text keeps of a text: its words. */
export const words = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim()
