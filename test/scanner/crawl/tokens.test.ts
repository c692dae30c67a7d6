import * as fc from 'fast-check'
import { Tokenizer } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../src/scanner/crawl/references.ts'
import { readTokens } from '../../../src/scanner/crawl/tokens.ts'

type Token = readonly [kind: string, ...parts: unknown[]]

/** Texts that follow each other are one; those without characters are none. */
function joined(tokens: readonly Token[]): readonly Token[] {
  const all: Token[] = []
  for (const token of tokens) {
    const last = all.at(-1)
    if (token[0] !== 'text') all.push(token)
    else if (token[1] === '') continue
    else if (last?.[0] === 'text')
      all[all.length - 1] = ['text', `${String(last[1])}${String(token[1])}`]
    else all.push(token)
  }
  return all
}

function tokensOf(html: string): readonly Token[] {
  const tokens: Token[] = []
  readTokens(html, {
    open: (name, attributes) => tokens.push(['open', name, ...attributes]),
    close: (name) => tokens.push(['close', name]),
    comment: (text) => tokens.push(['comment', text]),
    text: (start, end, isRaw) => {
      const text = html.slice(start, end)
      tokens.push(['text', isRaw ? text : decodeText(text)])
    },
  })
  return joined(tokens)
}

/** The same by a tokenizer that others wrote and many use. */
function tokensOfLibrary(html: string): readonly Token[] {
  const tokens: Token[] = []
  let open: [name: string, attributes: Map<string, string>] = ['', new Map()]
  let name = ''
  let value = ''
  const lower = (start: number, end: number): string => html.slice(start, end).toLowerCase()
  const opened = () => tokens.push(['open', open[0], ...open[1]])
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname: (start, end) => void (open = [lower(start, end), new Map()]),
      onattribname: (start, end) => {
        name = lower(start, end)
        value = ''
      },
      onattribdata: (start, end) => void (value += html.slice(start, end)),
      onattribentity: (code) => void (value += String.fromCodePoint(code)),
      onattribend: () => void (open[1].has(name) || open[1].set(name, value)),
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => tokens.push(['close', lower(start, end)]),
      ontext: (start, end) => tokens.push(['text', html.slice(start, end)]),
      ontextentity: (code) => tokens.push(['text', String.fromCodePoint(code)]),
      oncomment: (start, end, endOffset) =>
        tokens.push(['comment', html.slice(start, Math.max(start, end - endOffset))]),
      oncdata: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return joined(tokens)
}

const MARKS = [
  [
    '<',
    '>',
    '/',
    '!',
    '?',
    '=',
    '"',
    "'",
    ' ',
    '-',
    '\n',
    '\t',
    '\f',
    '\r',
    '\0',
    'a',
    'B',
    'é',
    'K',
  ],
  ['<a ', '<A', '</a>', '</a', '</>', '</ x>', '/>', '<p>', '<p id=x>', '<br/>', '<i =b c = d>'],
  ['href', 'href=', 'href="/x?a&amp;b"', "href='/y&copy=1'", 'src=/z', 'a=b=c', 'a"b', 'hidden '],
  ['<!--', '-->', '--!>', '--', '<!-->', '<!--->', '<!doctype html>', '<!d', '<!>', '<?php ?>'],
  ['<![CDATA[', ']]>', '<script>', '</script>', '</SCRIPT ', '</script', '<style ', '</style>'],
  ['<textarea>', '</textarea>', '<title>', '</title>', '<xmp>', '</xmp>', '<plaintext>'],
  ['<iframe>', '</iframe/', '<noembed>', '</noembed>', '<noframes>', '</noframes>'],
  ['&amp;', '&lt', '&#65;', '&#x41', '&notit;', '&'],
].flat()
/** Ends whatever is open: the library makes something of its own of a tag that is cut. */
const END = `'">'>`
/** In a text area the library leaves a reference behind `<` as it stands; browsers do not. */
const markup = fc
  .array(fc.constantFrom(...MARKS), { maxLength: 25 })
  .map((marks) => marks.join('').replaceAll(/<+&/g, '&') + END)

describe('readTokens', () => {
  it('reads any markup as the tokenizer of htmlparser2 does', () => {
    fc.assert(
      fc.property(markup, (html) => {
        expect(tokensOf(html)).toEqual(tokensOfLibrary(html))
      }),
      { numRuns: 3000 },
    )
  })
  it.each([
    ['a tag that is cut', 'a<b c="d', [['text', 'a']]],
    ['a < that starts nothing', 'a < b <3', [['text', 'a < b <3']]],
    [
      'a reference behind a < in a text area',
      '<title><&amp;</title>',
      [
        ['open', 'title'],
        ['text', '<&'],
        ['close', 'title'],
      ],
    ],
    [
      'a script without an end',
      '<script>a</b>',
      [
        ['open', 'script'],
        ['text', 'a</b>'],
      ],
    ],
    ['a comment without an end', '<!--a--', [['comment', 'a']]],
    [
      'quotes and references in a value',
      `<a b='"&quot;&lt=&lt'>`,
      [['open', 'a', ['b', '""&lt=<']]],
    ],
  ])('reads %s', (_, html, tokens) => {
    expect(tokensOf(html)).toEqual(tokens)
  })
})
