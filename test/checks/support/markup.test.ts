import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { walkMarkup, type Element } from '../../../src/scanner/checks/support/markup.ts'

type Shown = readonly [name: string, tag: string, parent: string | null]

function read(source: string, xml = false) {
  const elements: Shown[] = []
  const scripts: string[] = []
  const open = ({ name, start, end, parent }: Element) =>
    void elements.push([name, source.slice(start, end), parent?.name ?? null])
  walkMarkup(source, { xml }, { open, script: (_, code) => void scripts.push(code) })
  return { elements, scripts }
}

describe('walkMarkup', () => {
  const cases: Readonly<Record<string, readonly [source: string, elements: readonly Shown[]]>> = {
    'nesting and end tags': [
      '<p><B x="1">a</b><i>',
      [
        ['p', '<p>', null],
        ['b', '<B x="1">', 'p'],
        ['i', '<i>', 'p'],
      ],
    ],
    'void elements hold nothing': [
      '<br><p>',
      [
        ['br', '<br>', null],
        ['p', '<p>', null],
      ],
    ],
    'raw elements hold text': [
      '<title><b></title><i>',
      [
        ['title', '<title>', null],
        ['i', '<i>', null],
      ],
    ],
    'a slash closes nothing in HTML': [
      '<p/><b>',
      [
        ['p', '<p/>', null],
        ['b', '<b>', 'p'],
      ],
    ],
    'a slash closes in SVG': [
      '<svg><g/><b>',
      [
        ['svg', '<svg>', null],
        ['g', '<g/>', 'svg'],
        ['b', '<b>', 'svg'],
      ],
    ],
    'comments hold no elements': ['<!-- <b> --><i>', [['i', '<i>', null]]],
    'an end tag that nothing opened': [
      '<p></b><i>',
      [
        ['p', '<p>', null],
        ['i', '<i>', 'p'],
      ],
    ],
    'a form in a form is dropped': [
      '<form><form id=2><b>',
      [
        ['form', '<form>', null],
        ['b', '<b>', 'form'],
      ],
    ],
    'a tag that does not end': ['<p><b x', [['p', '<p>', null]]],
  }
  it.each(Object.entries(cases))('%s', (_, [source, elements]) => {
    expect(read(source).elements).toEqual(elements)
  })

  it.each(['foreignObject', 'desc', 'title', 'annotation-xml'])(
    'is back in HTML in <%s>',
    (name) => {
      expect(read(`<svg><${name}><p/><b>`).elements.at(-1)).toEqual(['b', '<b>', 'p'])
    },
  )

  it('keeps case and closes by slash in XML', () => {
    expect(read('<?xml version="1.0"?><R><q/></R>', true).elements).toEqual([
      ['R', '<R>', null],
      ['q', '<q/>', 'R'],
    ])
  })

  it('hands over the code of closed scripts only', () => {
    const source = '<script>a("<b>")</script><svg><script>b&amp;c</script></svg><script>d'
    expect(read(source).scripts).toEqual(['a("<b>")', 'b&c'])
  })

  it('reads any text without throwing, and every tag it finds begins with <', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '</',
        '<!--',
        '-->',
        '<svg>',
        '<script>',
        '</script>',
        '<![CDATA[',
        ']]>',
        '/>',
        '&lt;',
      ),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, xml) => {
        const { elements } = read(pieces.join(''), xml)
        for (const [, tag] of elements) expect(tag).toMatch(/^<.*>$/s)
      }),
    )
  })
})
