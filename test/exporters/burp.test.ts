import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { burpType } from '../../src/exporters/burp-types.ts'
import { burp } from '../../src/exporters/burp.ts'
import { cleanText } from '../../src/exporters/clean.ts'
import { rowsOf } from '../../src/exporters/rows.ts'
import { CHECKS } from '../../src/scanner/checks/index.ts'
import { hostileReport, largeReport } from '../support/hostile-report.ts'
import { HOSTILE, MEGABYTE } from '../support/hostile-strings.ts'
import { anyText, HOSTILE_ROWS } from '../support/hostile-text.ts'
import { reportFixture } from '../support/report-fixture.ts'
import { textsAt, withXml } from '../support/xml-read.ts'
import { HAS_XMLLINT, xmllint } from '../support/xmllint.ts'

describe.skipIf(!HAS_XMLLINT)('its document type', () => {
  it('takes the fixture', () => {
    expect(xmllint(burp.render(reportFixture(1000)), '--valid')).toBe('')
  })

  it('takes all hostile text and a megabyte', () => {
    expect(xmllint(burp.render(hostileReport(Object.values(HOSTILE))), '--valid')).toBe('')
    expect(xmllint(burp.render(largeReport(MEGABYTE)), '--valid')).toBe('')
  })

  it('refuses parts in another order', () => {
    const text = new TextDecoder().decode(burp.render(reportFixture(1)))
    const swapped = text.replace(
      /(<severity>.*?<\/severity>\n)(<confidence>.*?<\/confidence>\n)/s,
      '$2$1',
    )
    expect(xmllint(new TextEncoder().encode(swapped), '--valid')).toContain(
      'does not follow the DTD',
    )
  })
})

const bytes = burp.render(reportFixture(40))
const texts = (xpath: string): readonly string[] => withXml(bytes, (root) => textsAt(root, xpath))

it('knows the four severities and three confidences of importers', () => {
  expect(new Set(texts('//severity'))).toEqual(new Set(['High', 'Medium', 'Low']))
  expect(new Set(texts('//confidence'))).toEqual(new Set(['Certain', 'Firm']))
})

it('has all that importers need in each issue, and never an empty message', () => {
  expect(texts('//issue')).toHaveLength(40)
  for (const part of ['serialNumber', 'type', 'name', 'host', 'host/@ip', 'path', 'location']) {
    expect(texts(`//issue/${part}`).filter((text) => text !== '')).toHaveLength(40)
  }
  expect(texts('//request[not(text())]')).toEqual([])
  expect(texts('//host/@ip')[0]).toBe('shop.example')
  expect(new TextDecoder().decode(bytes)).not.toContain('base64="false"')
})

it('numbers issues by fingerprint, as a positive whole number of 63 bits', () => {
  const numbers = texts('//serialNumber')
  expect(new Set(numbers).size).toBe(40)
  for (const number of numbers) expect(BigInt(number)).toBeLessThan(2n ** 63n)
})

it('names the parameter and the weakness as importers look for them', () => {
  expect(texts('//location')[0]).toMatch(/^\/\w+\/page-\d+ \[\w+ parameter\]$/)
  expect(texts('//vulnerabilityClassifications')[0]).toMatch(/CWE-\d+/)
})

it('carries request and response byte for byte', () => {
  const [row] = rowsOf(reportFixture(40)).issues
  const decoded = texts('//request').map((text) => Buffer.from(text, 'base64').toString())
  expect(decoded[0]).toBe(row?.request)
})

it('leaves suppressed findings out', () => {
  expect(new TextDecoder().decode(bytes)).not.toContain('Goes away in May')
})

it('gives each check a type of its own, or the one that Burp publishes', () => {
  expect(burpType('xss.reflected')).toBe(2_097_920)
  const own = CHECKS.map((check) => burpType(check.meta.id)).filter((type) => type >= 0x10000000)
  expect(new Set(own).size).toBe(own.length)
  expect(Math.max(...own)).toBeLessThan(2 ** 31)
})

function holds(text: string): void {
  withXml(burp.render(hostileReport([text])), (root) => {
    // The reader takes a byte order mark from the start of what it reads, now and then.
    const named = textsAt(root, '//issue/name').map((name) => name.replace(/^\ufeff/, ''))
    expect(named).toEqual([
      cleanText(text)
        .replace(/\r\n?/g, '\n')
        .replace(/^\ufeff/, ''),
    ])
    const detail = textsAt(root, '//issueDetail')[0] ?? ''
    expect(detail).not.toMatch(/<(?:script|img|svg|iframe|meta|base)/i)
    const [request] = textsAt(root, '//request')
    expect(request === undefined ? '' : Buffer.from(request, 'base64').toString()).toBe(
      text.toWellFormed(),
    )
  })
}

describe('hostile text', () => {
  it.each(HOSTILE_ROWS)('%s', (_, text) => {
    expect.hasAssertions()
    holds(text)
  })

  it('whatever else', () => {
    expect.hasAssertions()
    fc.assert(fc.property(anyText, holds), { numRuns: 100 })
  })
})
