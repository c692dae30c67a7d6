import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'

import { cleanText } from '../../src/exporters/clean.ts'
import { codeBlock, codeSpan, markdownText } from '../../src/exporters/markdown-text.ts'
import { markdown } from '../../src/exporters/markdown.ts'
import { uriOf } from '../../src/exporters/uri.ts'
import type { Report } from '../../src/report/report.ts'
import { hostileReport, largeReport } from '../support/hostile-report.ts'
import { HOSTILE, MEGABYTE } from '../support/hostile-strings.ts'
import { anyText, HOSTILE_ROWS, words } from '../support/hostile-text.ts'
import { KINDS } from '../support/report-fixture-kinds.ts'
import { reportFixture } from '../support/report-fixture.ts'

/** As a site renders it that lets HTML through and makes links of addresses: the worst case. */
const renderer = new MarkdownIt({ html: true, linkify: true })

const textOf = (report: Report): string => new TextDecoder().decode(markdown.render(report))

type Seen = Readonly<{
  tags: ReadonlySet<string>
  links: readonly string[]
  text: string
  blocks: readonly string[]
}>

/** The elements that a renderer makes of Markdown, its text, and the text of each code block. */
function rendered(source: string): Seen {
  const tags = new Set<string>()
  const links: string[] = []
  const blocks: string[] = []
  let text = ''
  let block: string | null = null
  const parser = new Parser({
    onopentag(name, { href }) {
      if (href === undefined) tags.add(name)
      else links.push(href)
      if (name === 'pre') block = ''
    },
    ontext(part) {
      text += part
      if (block !== null) block += part
    },
    onclosetag(name) {
      if (name === 'pre' && block !== null) blocks.push(block)
      if (name === 'pre') block = null
    },
  })
  parser.end(renderer.render(source))
  return { tags, links, text, blocks }
}

const EXPECTED_TAGS = new Set(
  'h1 h2 h3 p ul li strong code pre table thead tbody tr th td'.split(' '),
)
const WEAKNESS = /^https:\/\/cwe\.mitre\.org\/data\/definitions\/\d+\.html$/

/** Elements, and links but for references of checks, that a text brought in. */
const strangeTags = ({ tags, links }: Seen, references: readonly string[] = []) => [
  ...[...tags].filter((tag) => !EXPECTED_TAGS.has(tag)),
  ...links.filter((link) => !WEAKNESS.test(link) && !references.includes(link)),
]

it('is a document of headings, tables, lists and code', () => {
  const seen = rendered(textOf(reportFixture(30)))
  const references = KINDS.flatMap((kind) => kind.references)
  expect(strangeTags(seen, references)).toEqual([])
  expect(new Set(seen.links)).toEqual(new Set(references))
  expect([...seen.tags]).toEqual(expect.arrayContaining(['h1', 'h2', 'h3', 'table', 'pre', 'li']))
})

it('says what was suppressed and why, and what was not tested', () => {
  const { text } = rendered(textOf(reportFixture(3)))
  expect(text).toContain('accepted risk, Goes away in May, by anna@\u200dshop.example')
  expect(text).toContain('no browser')
})

it('leaves out sections that have nothing to say', () => {
  const base = reportFixture(0)
  const quiet: Report = {
    ...base,
    results: { vulnerabilities: [], performance: null, tech_stack: [], partial: false },
    coverage: [],
    previous: null,
  }
  const headings = textOf(quiet).match(/^## .*$/gm)
  expect(headings).toEqual(['## Scan', '## Findings', '## Method and limits'])
})

const plainOf = (source: string): string => words(rendered(source).text.replaceAll('\u200d', ''))

/** What Markdown leaves of running text: words, without joiners of ours or of theirs. */
const plainWords = (text: string): string => words(text).replaceAll('\u200d', '')

function holdsInline(text: string): void {
  for (const source of [markdownText(text), `- ${markdownText(text)}`]) {
    expect(strangeTags(rendered(source))).toEqual([])
    expect(plainOf(source)).toBe(plainWords(text))
  }
  expect(plainOf(codeSpan(cleanText(text)))).toBe(plainWords(text))
}

/** A hostile reference may be a link, once it leads to the web. */
const referencesOf = (text: string): readonly string[] =>
  [uriOf(cleanText(text)) ?? ''].filter((uri) => /^https?:/.test(uri))

function holds(text: string): void {
  const seen = rendered(textOf(hostileReport([text])))
  expect(strangeTags(seen, referencesOf(text))).toEqual([])
  const evidence = cleanText(text).replace(/\r\n?/g, '\n').replace(/\n$/, '')
  expect(seen.blocks).toContain(`${evidence}\n`)
}

describe('hostile text', () => {
  it.each(HOSTILE_ROWS)('%s', (_, text) => {
    expect.hasAssertions()
    holdsInline(cleanText(text))
    holds(text)
  })

  it('a megabyte, and whatever else', { timeout: 20_000 }, () => {
    expect(textOf(largeReport(MEGABYTE)).length).toBeLessThan(100_000)
    fc.assert(
      fc.property(anyText, (text) => {
        holdsInline(cleanText(text))
        holds(text)
      }),
      { numRuns: 100 },
    )
  })

  it('all of it', () => {
    const texts = Object.values(HOSTILE)
    const seen = rendered(textOf(hostileReport(texts)))
    expect(strangeTags(seen, texts.flatMap(referencesOf))).toEqual([])
  })
})

it('calls nobody and links no issue', () => {
  const text = markdownText(HOSTILE['mentions'] ?? '')
  expect(text).not.toMatch(/[@#]\w/)
})

it.each([
  ['plain (words), a-b: c', 'plain (words), a-b: c'],
  ['# x', String.raw`\# x`],
  ['- x', String.raw`\- x`],
  ['12. x', String.raw`12\. x`],
  ['=== ', String.raw`\===`],
  ['a_b*c', String.raw`a\_b\*c`],
])('escapes %j as %j', (text, escaped) => {
  expect(markdownText(text)).toBe(escaped)
})

it('makes a fence longer than any in the text', () => {
  expect(codeBlock('```\nx\n````', 'http')).toBe('`````http\n```\nx\n````\n`````')
})
