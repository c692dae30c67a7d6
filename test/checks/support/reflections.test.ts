import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { findReflections } from '../../../src/scanner/checks/support/reflections.ts'

it('finds a word in any document that holds it', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<b title="',
    '">',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    'k9xq',
    ' ',
    'text',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const source = `<p>${pieces.join('')}`
      expect(() => findReflections(source, 'k9xq', { xml: false })).not.toThrow()
      expect(findReflections(`<p>k9xq</p>${source}`, 'k9xq', { xml: false })[0]).toEqual({
        context: 'text',
        close: '',
        isNested: false,
      })
    }),
  )
})
