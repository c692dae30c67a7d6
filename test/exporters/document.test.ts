import { describe, expect, it } from 'vitest'

import { documentOf } from '../../src/exporters/document/build.ts'
import { NO_CONTEXT } from '../../src/exporters/document/context.ts'
import { largeReport } from '../support/hostile-report.ts'
import { MEGABYTE } from '../support/hostile-strings.ts'
import { reportFixture } from '../support/report-fixture.ts'

// What both documents tell; how each shows it is tested with it, and in full by bench/documents.

describe('a thousand findings', () => {
  const report = reportFixture(1000)
  const { blocks } = documentOf([{ report, context: NO_CONTEXT }])
  const texts = JSON.stringify(blocks)

  it('are 200 in full, the others as rows that point to the HTML report', () => {
    const labels = blocks.filter((block) => block.kind === 'label' && block.text === 'Reproduce')
    expect(labels).toHaveLength(200)
    expect(texts).toContain('The other 800 are listed here')
  })

  it('are all there, by their ids', () => {
    const issues = report.results.vulnerabilities.filter((row) => row.status === 'vulnerable')
    expect(issues.filter((row) => !texts.includes(row.id))).toEqual([])
  })
})

it('cuts a megabyte and says how much is left out', () => {
  const texts = JSON.stringify(
    documentOf([{ report: largeReport(MEGABYTE), context: NO_CONTEXT }]).blocks,
  )
  expect(texts).toMatch(/\d,\d{3},?\d* characters left out/)
  expect(texts.length).toBeLessThan(60_000)
})

it('shares 600 findings in full between the scans of a combined document', () => {
  const input = { report: reportFixture(100), context: NO_CONTEXT }
  const { blocks } = documentOf([input, input, input, input, input, input, input, input])
  const labels = blocks.filter((block) => block.kind === 'label' && block.text === 'Reproduce')
  expect(labels).toHaveLength(8 * 75)
})
