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

type Place = readonly [context: string, close: string, isNested?: boolean]
const cases: Readonly<Record<string, readonly [source: string, places: readonly Place[]]>> = {
  'text, once': ['<p>k9xq</p><p>K9XQ</p>', [['text', '']]],
  'nothing where every letter is encoded': ['<p title="&#107;&#57;&#120;&#113;">', []],
  'the name of an element': ['<k9xq>', [['name', '']]],
  'the name of an attribute': ['<p class=x k9xq>', [['name', '']]],
  'a value in double quotes': ['<p class=x title="k9xq">', [['double', '']]],
  'a value in single quotes': ["<p title='k9xq'>", [['single', '']]],
  'a value without quotes': ['<p title=k9xq>', [['unquoted', '']]],
  'a comment': ['<!-- k9xq -->', [['text', '-->']]],
  'a comment in a template': ['<template><!-- k9xq --></template>', [['text', '--></template>']]],
  'nothing of what stands before': [
    '<!-- other --><b>other</b><title>k9xq</title>',
    [['text', '</title>']],
  ],
  'a string of a script, and its element': [
    '<script>f("k9xq")</script>',
    [
      ['js.double', ''],
      ['text', '</script>'],
    ],
  ],
  'a data block': ['<script type="text/plain">"k9xq"</script>', [['text', '</script>']]],
  'a string outside of scripts': ['<p>"k9xq"</p>', [['text', '']]],
  'a handler': [
    '<p onclick="k9xq">',
    [
      ['js.code', ''],
      ['double', ''],
    ],
  ],
  'the start of an address': [
    '<a href="k9xq">',
    [
      ['address', ''],
      ['double', ''],
    ],
  ],
  'the end of an address': ['<a href="/s?q=k9xq">', [['double', '']]],
  'an address of script': [
    `<a href="javascript:f('k9xq')">`,
    [
      ['js.single', ''],
      ['double', ''],
    ],
  ],
  'an address that nothing opens': ['<img src="k9xq">', [['double', '']]],
  'a document in a frame': [
    `<iframe srcdoc="<p title='k9xq'>">`,
    [
      ['single', '', true],
      ['double', '</iframe>'],
    ],
  ],
  'what only looks like it': [`<p srcdoc="<p title='k9xq'>">`, [['double', '']]],
  'the title of a frame': [`<iframe title="<p title='k9xq'>">`, [['double', '</iframe>']]],
  'frames in frames, to a depth': [
    `<iframe srcdoc="<iframe srcdoc='<iframe srcdoc=k9xq>'>">`,
    [
      ['unquoted', '</iframe>', true],
      ['single', '</iframe>', true],
      ['double', '</iframe>'],
    ],
  ],
}
const shown = (source: string, xml: boolean) =>
  findReflections(source, 'k9xq', { xml }).map(({ context, close, isNested }) =>
    isNested ? [context, close, isNested] : [context, close],
  )

it.each(Object.entries(cases))('finds %s', (_, [source, places]) => {
  expect(shown(source, false)).toEqual(places)
})

it.each([
  ['<r>k9xq</r>', ''],
  ['<r><!-- k9xq --></r>', '-->'],
  ['<r><![CDATA[k9xq]]></r>', ']]>'],
])('finds the place in XML: %s', (source, close) => {
  expect(shown(source, true)).toEqual([['xml', close]])
})
