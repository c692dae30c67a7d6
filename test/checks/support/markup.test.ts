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
    'a slash closes in an element of SVG': [
      '<svg><g><p/><b>',
      [
        ['svg', '<svg>', null],
        ['g', '<g>', 'svg'],
        ['p', '<p/>', 'g'],
        ['b', '<b>', 'g'],
      ],
    ],
    'a slash closes in MathML': [
      '<math><mi/><b>',
      [
        ['math', '<math>', null],
        ['mi', '<mi/>', 'math'],
        ['b', '<b>', 'math'],
      ],
    ],
    'a slash closes what begins SVG, and what is HTML again in it': [
      '<svg/><svg><title/><b>',
      [
        ['svg', '<svg/>', null],
        ['svg', '<svg>', null],
        ['title', '<title/>', 'svg'],
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
    expect(read('<?xml version="1.0"?><R><q/><s/></R>', true).elements).toEqual([
      ['R', '<R>', null],
      ['q', '<q/>', 'R'],
      ['s', '<s/>', 'R'],
    ])
  })

  it.each(['link', 'form'])('knows no rules of HTML for <%s> in XML', (name) => {
    const { elements } = read(`<${name}><${name}><b/></${name}></${name}>`, true)
    expect(elements.map(([own, , parent]) => [own, parent])).toEqual([
      [name, null],
      [name, name],
      ['b', name],
    ])
  })

  it.each<readonly [source: string, xml: boolean, texts: string[], comments: string[]]>([
    ['<p><![CDATA[a]]></p>', false, [], ['a']],
    ['<svg><![CDATA[a]]></svg>', false, ['a'], []],
    ['<p><![CDATA[a]]></p>', true, ['a'], []],
  ])('takes CDATA for text outside of HTML alone: %s', (source, xml, texts, comments) => {
    const seen: { texts: string[]; comments: string[] } = { texts: [], comments: [] }
    walkMarkup(
      source,
      { xml },
      {
        text: (text) => void seen.texts.push(text),
        comment: (text) => void seen.comments.push(text),
      },
    )
    expect(seen).toEqual({ texts, comments })
  })

  it('nests as deep as browsers do, and no code is lost below', () => {
    const depths: number[] = []
    const scripts: string[] = []
    walkMarkup(
      `${'<b>'.repeat(1000)}<script>a()</script>`,
      { xml: false },
      {
        open: (element) => {
          let depth = 0
          for (let at = element.parent; at !== null; at = at.parent) depth += 1
          depths.push(depth)
        },
        script: (_, code) => void scripts.push(code),
      },
    )
    expect(Math.max(...depths)).toBe(512)
    expect(scripts).toEqual(['a()'])
  })

  it('hands over the code of closed scripts only', () => {
    const source = '<script>a("<b>")</script><svg><script>b&amp;c</script></svg><script>d'
    expect(read(source).scripts).toEqual(['a("<b>")', 'b&c'])
    expect(read('<svg><script><b>text</b>a()</script></svg>').scripts).toEqual(['a()'])
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
