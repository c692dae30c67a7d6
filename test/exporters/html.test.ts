import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'

import { cleanText } from '../../src/exporters/clean.ts'
import { COLOURS, META_POLICY, SERVED_POLICY, STYLE } from '../../src/exporters/html-style.ts'
import { htmlReport } from '../../src/exporters/html.ts'
import type { Report } from '../../src/report/report.ts'
import { hostileReport, largeReport } from '../support/hostile-report.ts'
import { HOSTILE, MEGABYTE } from '../support/hostile-strings.ts'
import { anyText, HOSTILE_ROWS } from '../support/hostile-text.ts'
import { reportFixture } from '../support/report-fixture.ts'

const textOf = (report: Report): string => new TextDecoder().decode(htmlReport.render(report))

type Element = Readonly<{
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
}>

/** Every element with its own attributes and all the text in it, in order of their start. */
function elementsOf(source: string): readonly Element[] {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = []
  const open: (typeof elements)[number][] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, text: '' }
      elements.push(element)
      open.push(element)
    },
    ontext(text) {
      for (const element of open) element.text += text
    },
    onclosetag() {
      open.pop()
    },
  })
  parser.end(source)
  return elements
}

const named = (elements: readonly Element[], name: string): readonly Element[] =>
  elements.filter((element) => element.name === name)

/** Elements that we write; no other can come to be. */
const EXPECTED = new Set(
  `html head meta title style body a header main section h1 h2 h3 h4 p div span bdi code pre mark
  table caption thead tbody tr th td ul li article details summary svg rect text desc`.split(/\s+/),
)
/** Attributes by which a page loads, runs or sends something. */
const ACTIVE =
  /^(?:on.*|src|srcset|style|action|formaction|background|poster|data|ping|xlink:href)$/i

/** All by which the page could do more than be read. */
function activeParts(elements: readonly Element[]): readonly string[] {
  const links = elements.flatMap(({ name, attributes: { href } }) =>
    href === undefined || (name === 'a' && /^(?:#|https?:)/.test(href)) ? [] : [`${name} ${href}`],
  )
  const active = elements.flatMap(({ name, attributes }) =>
    Object.keys(attributes).flatMap((key) => (ACTIVE.test(key) ? [`${name} ${key}`] : [])),
  )
  return [
    ...links,
    ...active,
    ...elements.flatMap(({ name }) => (EXPECTED.has(name) ? [] : [name])),
  ]
}

describe('the fixture', () => {
  const source = textOf(reportFixture(30))
  const elements = elementsOf(source)

  it('loads and runs nothing', () => {
    expect(activeParts(elements)).toEqual([])
    expect(STYLE).not.toMatch(/url\(|@import|expression/)
  })

  it('has one style sheet, the one that its policy knows', () => {
    const [style, ...others] = named(elements, 'style')
    expect(others).toEqual([])
    const hash = createHash('sha256')
      .update(style?.text ?? '')
      .digest('base64')
    const [policy] = elements.filter(
      ({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy',
    )
    expect(policy?.attributes['content']).toBe(META_POLICY)
    expect(META_POLICY).toContain(`style-src 'sha256-${hash}'`)
    expect(META_POLICY).toContain("default-src 'none'")
    expect(htmlReport.headers).toEqual({ 'Content-Security-Policy': SERVED_POLICY })
    expect(SERVED_POLICY.startsWith(META_POLICY)).toBe(true)
    expect(SERVED_POLICY).toMatch(/frame-ancestors 'none'; sandbox/)
  })

  it('says its policy before anything that it is about', () => {
    expect(source.indexOf('Content-Security-Policy')).toBeLessThan(source.indexOf('<style'))
  })

  it('has a language, a title, one main heading, and no heading that skips a level', () => {
    expect(named(elements, 'html')[0]?.attributes['lang']).toBe('en')
    expect(named(elements, 'title')[0]?.text).toContain('shop.example:8443')
    const levels = elements.flatMap(({ name }) => (/^h\d$/.test(name) ? [Number(name[1])] : []))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
  })

  it('has distinct ids, and every reference to one leads somewhere', () => {
    const ids = elements.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]))
    expect(new Set(ids).size).toBe(ids.length)
    const references = elements.flatMap(({ attributes }) => [
      ...(attributes['aria-labelledby']?.split(' ') ?? []),
      ...(attributes['href']?.startsWith('#') ? [attributes['href'].slice(1)] : []),
    ])
    expect(references.length).toBeGreaterThan(30)
    expect(references.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('names every picture, and every column and row', () => {
    const pictures = elements.filter(({ attributes }) => attributes['role'] === 'img')
    expect(pictures.length).toBeGreaterThanOrEqual(4)
    for (const { attributes } of pictures) {
      expect(attributes['aria-label'] ?? attributes['aria-labelledby']).toBeTruthy()
    }
    for (const head of named(elements, 'th')) {
      expect(head.attributes['scope']).toMatch(/^(?:row|col)$/)
      expect(head.text).not.toBe('')
    }
  })

  it('says severities in words, not in colours alone', () => {
    const shown = elements.filter(({ name, attributes }) => {
      const classes = attributes['class']?.split(' ') ?? []
      return name !== 'rect' && classes.includes('severity')
    })
    for (const { text } of shown) expect(text).toMatch(/^(?:Critical|High|Medium|Low|Severity)$/)
  })

  it('marks the bytes that prove a finding in its response', () => {
    expect(named(elements, 'mark').length).toBeGreaterThan(30)
  })

  it('tells of all findings, of what was suppressed, passed and not tested', () => {
    expect(named(elements, 'article')).toHaveLength(30)
    const headings = named(elements, 'h2').map(({ text }) => text)
    expect(headings).toEqual([
      'Summary',
      'Scan',
      'By OWASP category',
      'Since the previous scan',
      'Findings',
      'Suspicious, not proved',
      'Suppressed',
      'Passed',
      'Not tested',
      'Performance',
      'Technology',
      'Method and limits',
    ])
  })
})

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(Object.entries(COLOURS))('in %s', (_, colours) => {
  const foregrounds = [
    'text',
    'faint',
    'link',
    'critical',
    'high',
    'medium',
    'low',
    'info',
  ] as const

  it.each(foregrounds)('%s can be read on page and panel', (name) => {
    expect(contrast(colours[name], colours.page)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours[name], colours.panel)).toBeGreaterThanOrEqual(4.5)
  })

  it('marked text can be read', () => {
    expect(contrast(colours.text, colours.mark)).toBeGreaterThanOrEqual(4.5)
  })
})

function holds(text: string): void {
  const elements = elementsOf(textOf(hostileReport([text])))
  expect(activeParts(elements)).toEqual([])
  const curls = named(elements, 'pre').map((pre) => pre.text)
  // Parsers take the first line end of a block for layout.
  expect(curls.map((each) => each.replace(/^\n/, ''))).toContain(cleanText(text).replace(/^\n/, ''))
}

describe('hostile text', () => {
  it.each(HOSTILE_ROWS)('%s', (_, text) => {
    expect.hasAssertions()
    holds(text)
  })

  it('a megabyte whole, and whatever else', { timeout: 20_000 }, () => {
    const elements = elementsOf(textOf(largeReport(MEGABYTE)))
    expect(activeParts(elements)).toEqual([])
    expect(named(elements, 'pre').map((pre) => pre.text)).toContain(cleanText(MEGABYTE))
    fc.assert(fc.property(anyText, holds), { numRuns: 150 })
  })

  it('all of it', () => {
    expect(activeParts(elementsOf(textOf(hostileReport(Object.values(HOSTILE)))))).toEqual([])
  })
})
