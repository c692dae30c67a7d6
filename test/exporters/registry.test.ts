import { describe, expect, it } from 'vitest'

import { FORMATS, fileNameOf, formatOf } from '../../src/exporters/registry.ts'
import { TEXT_EXPORTERS } from '../../src/exporters/text-formats.ts'
import { largeReport } from '../support/hostile-report.ts'
import { HOSTILE, MEGABYTE } from '../support/hostile-strings.ts'
import { reportFixture } from '../support/report-fixture.ts'

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

it('has each format once, with a type, an ending and a version', () => {
  const names = FORMATS.map((format) => format.name)
  const endings = FORMATS.map((format) => format.extension)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(endings).size).toBe(endings.length)
  for (const { contentType, version } of FORMATS) {
    expect(contentType).toMatch(/^[a-z]+\/[a-z+.-]+(?:;.+)?$/)
    expect(version).toBeGreaterThan(0)
  }
})

it('finds a format by its name', () => {
  expect(formatOf('sarif')?.contentType).toBe('application/sarif+json')
  expect(formatOf('nothing')).toBeUndefined()
})

it('names files by scan and format', () => {
  expect(FORMATS.map((format) => fileNameOf('7d0f8e52', format))).toEqual(
    expect.arrayContaining([
      'scan-7d0f8e52.sarif',
      'scan-7d0f8e52.junit.xml',
      'scan-7d0f8e52.defectdojo.json',
    ]),
  )
})

describe.each(TEXT_EXPORTERS)('$name', (format) => {
  it('gives the same bytes for the same report', () => {
    expect(format.render(reportFixture(20))).toEqual(format.render(reportFixture(20)))
  })

  it('does not depend on the order in which the rows came', () => {
    const report = reportFixture(20)
    const { vulnerabilities } = report.results
    const turned = { ...report.results, vulnerabilities: vulnerabilities.toReversed() }
    const bytes = format.render({ ...report, results: turned })
    // JSON gives the report as it is.
    const asItIs = format.name === 'json'
    expect(text(bytes) === text(format.render(report))).toBe(!asItIs)
  })

  it('renders a report without findings, of a failed scan, and with a megabyte of evidence', () => {
    const empty = reportFixture(0)
    const failed = {
      ...empty,
      scan: {
        ...empty.scan,
        status: 'failed' as const,
        error: { code: 'lost' as const, message: 'It was lost.' },
      },
      results: { vulnerabilities: [], performance: null, tech_stack: [], partial: true },
    }
    expect(format.render(empty).length).toBeGreaterThan(20)
    expect(format.render(failed).length).toBeGreaterThan(20)
    expect(format.render(largeReport(MEGABYTE)).length).toBeGreaterThan(1000)
  })
})

it('is held to at least sixty hostile texts', () => {
  expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(60)
})
