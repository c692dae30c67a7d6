import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { XSS_PAYLOADS } from '../../../src/scanner/payloads/xss.ts'
import { findExecution } from '../../../src/scanner/checks/support/execution.ts'
import { fill } from '../../../src/scanner/checks/support/fill.ts'
import { walkMarkup, type Element } from '../../../src/scanner/checks/support/markup.ts'
import { findReflections } from '../../../src/scanner/checks/support/reflections.ts'
import { requestOf } from '../../support/inputs.ts'
import { answer, escapeHtml, html } from '../../support/site.ts'

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

const exchangeOf = (body: string) => {
  const request = requestOf({})
  return { request, response: answer(html(body), request, 0) }
}
const PAYLOADS = Object.values(XSS_PAYLOADS)
  .flatMap(({ direct, disguised }) => [...direct, ...disguised])
  .map((payload) => fill(payload, { m: 'k9xq', close: '</title>' }))

describe('findExecution', () => {
  it('never finds any in encoded text', () => {
    const value = fc
      .array(fc.oneof(fc.constantFrom(...PAYLOADS), fc.string()))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(value, (text) => {
        const shown = escapeHtml(text)
        const body = `<title>${shown}</title><p title="${shown}">${shown}</p><input value='${shown}'>`
        expect(findExecution(exchangeOf(body), 'k9xq')).toBeNull()
      }),
    )
  })

  it('never finds any in a string of script that is written as JSON without <', () => {
    const value = fc
      .array(fc.oneof(fc.constantFrom(...PAYLOADS), fc.string()))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(value, (text) => {
        const json = JSON.stringify(text).replaceAll('<', String.raw`\u003c`)
        expect(findExecution(exchangeOf(`<script>var q = ${json}</script>`), 'k9xq')).toBeNull()
      }),
    )
  })

  it.each([
    ['in a template', '<template><script>k9xq()</script></template>'],
    ['where script is off', '<noscript><img src=x onerror=k9xq()></noscript>'],
    ['among choices', '<select><b onclick=k9xq()></select>'],
    ['in a script of another type', '<script type="text/template">k9xq()</script>'],
    ['in a script that loads another', '<script src=/a.js>k9xq()</script>'],
    ['in a script that does not parse', '<script>k9xq() k9xq()</script>'],
    ['in a string', '<script>var a = "k9xq()"</script>'],
    ['as a name only', '<script>var a = k9xq</script>'],
    ['in a comment of script', '<script>// k9xq()\n</script>'],
    ['in a sandboxed frame', '<iframe sandbox srcdoc="<script>k9xq()</script>"></iframe>'],
    ['in an image address', '<img src="javascript:k9xq()">'],
    ['on an element that hears nothing', '<meta onclick="k9xq()">'],
    ['as a second attribute of that name', '<p onclick="a()" onclick="k9xq()">'],
  ])('finds none %s', (_, body) => {
    expect(findExecution(exchangeOf(body), 'k9xq')).toBeNull()
  })

  it('quotes the place, however long the tag', () => {
    const found = findExecution(
      exchangeOf(`<p title="${'a'.repeat(5000)}" onclick="k9xq()">`),
      'k9xq',
    )
    expect(found?.how).toBe('`onclick` of <p>')
    expect(found?.match).toContain('onclick="k9xq()"')
    expect(found?.match.length).toBeLessThan(400)
  })
})

describe('findReflections', () => {
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
})
