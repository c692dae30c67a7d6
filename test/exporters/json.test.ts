import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { mapTexts } from '../../src/exporters/clean.ts'
import { json } from '../../src/exporters/json.ts'
import type { Report } from '../../src/report/report.ts'
import { hostileReport, largeReport } from '../support/hostile-report.ts'
import { MEGABYTE } from '../support/hostile-strings.ts'
import { anyText, HOSTILE_ROWS } from '../support/hostile-text.ts'
import { reportFixture } from '../support/report-fixture.ts'

const parsed = (report: Report): unknown =>
  JSON.parse(new TextDecoder().decode(json.render(report)))
const wellFormed = (report: Report): Report => mapTexts(report, (text) => text.toWellFormed())

it('is the report, with nothing lost', () => {
  expect(parsed(reportFixture(20))).toEqual(reportFixture(20))
})

describe('hostile text', () => {
  it.each(HOSTILE_ROWS)('%s', (_, text) => {
    const report = hostileReport([text])
    expect(parsed(report)).toEqual(wellFormed(report))
    expect(new TextDecoder().decode(json.render(report))).not.toContain('\\ud')
  })

  it('a megabyte, and whatever else', () => {
    expect(parsed(largeReport(MEGABYTE))).toEqual(wellFormed(largeReport(MEGABYTE)))
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parsed(hostileReport([text]))).toEqual(wellFormed(hostileReport([text])))
      }),
      { numRuns: 100 },
    )
  })
})
