import { expect, it } from 'vitest'

import { TEXT_EXPORTERS } from '../../src/exporters/text-formats.ts'
import { csvHead, csvStream, rowsOfReport } from '../../src/exporters/csv.ts'
import { reportFixture } from '../support/report-fixture.ts'

it.each(TEXT_EXPORTERS)('$name is made in the runtime of the service', ({ render }) => {
  const bytes = render(reportFixture(20))
  expect(bytes.length).toBeGreaterThan(1000)
  expect(render(reportFixture(20))).toEqual(bytes)
})

it('the stream of rows is a body', async () => {
  const report = reportFixture(20)
  const parts = [{ scan: report.scan, rows: rowsOfReport(report) }]
  const text = await new Response(csvStream(parts)).text()
  // The body's reader takes the byte order mark away.
  expect(text.startsWith(csvHead().slice(1))).toBe(true)
})
