import { describe, expect, it } from 'vitest'

import { EXPORTERS, exporterOf, fileNameOf } from '../../src/exporters/registry.ts'
import { largeReport } from '../support/hostile-report.ts'
import { HOSTILE, MEGABYTE } from '../support/hostile-strings.ts'
import { reportFixture } from '../support/report-fixture.ts'

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

it('has each format once, with a type, an ending and a version', () => {
  const names = EXPORTERS.map((format) => format.name)
  const endings = EXPORTERS.map((format) => format.extension)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(endings).size).toBe(endings.length)
  for (const { contentType, version } of EXPORTERS) {
    expect(contentType).toMatch(/^[a-z]+\/[a-z+.-]+(?:;.+)?$/)
    expect(version).toBeGreaterThan(0)
  }
})

it('finds a format by its name', () => {
  expect(exporterOf('sarif')?.contentType).toBe('application/sarif+json')
  expect(exporterOf('nothing')).toBeUndefined()
})

it('names files by scan and format', () => {
  expect(EXPORTERS.map((format) => fileNameOf(reportFixture(0), format))).toEqual(
    expect.arrayContaining([
      'scan-7d0f8e52-6d0b-4a54-9c53-2f6f4f0c8a10.sarif',
      'scan-7d0f8e52-6d0b-4a54-9c53-2f6f4f0c8a10.junit.xml',
      'scan-7d0f8e52-6d0b-4a54-9c53-2f6f4f0c8a10.defectdojo.json',
    ]),
  )
})

describe.each(EXPORTERS)('$name', (format) => {
  it('gives the same bytes for the same report', () => {
    expect(format.render(reportFixture(20))).toEqual(format.render(reportFixture(20)))
  })

  it('does not depend on the order in which the rows came', () => {
    const report = reportFixture(20)
    const { vulnerabilities } = report.results
    const turned = { ...report.results, vulnerabilities: vulnerabilities.toReversed() }
    const bytes = format.render({ ...report, results: turned })
    // JSON and zip, which holds it, give the report as it is.
    const asItIs = format.name === 'json' || format.name === 'zip'
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
