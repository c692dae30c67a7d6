import { NO_CONTEXT } from '../src/exporters/document/context.ts'
import { renderDocx } from '../src/exporters/docx/render.ts'
import { renderPdf } from '../src/exporters/pdf/render.ts'
import { packagedFonts } from '../test/support/fonts.ts'
import { reportFixture } from '../test/support/report-fixture.ts'
import type { Measured } from './support/result.ts'

const FINDINGS = 1000
const MOST_PDF_MS = 6000
const MOST_PDF_MB = 3
const MOST_DOCX_MS = 2000
const RUNS = 3

/** CPU and size of PDF and Word for 1,000 findings: the first run, which loads the library, and the best. */
export async function run(): Promise<readonly Measured[]> {
  const input = { report: reportFixture(FINDINGS), context: NO_CONTEXT }
  const { source } = packagedFonts()
  const pdf = await measure(() => renderPdf([input], source))
  const docx = await measure(() => renderDocx(input))
  const mb = pdf.bytes / 1_000_000
  return [
    judged('documents.pdf.cpu', pdf.best, MOST_PDF_MS, 'ms'),
    { name: 'documents.pdf.cpu.first', value: pdf.first, floor: null, unit: 'ms' },
    judged('documents.pdf.size', mb, MOST_PDF_MB, 'MB'),
    judged('documents.docx.cpu', docx.best, MOST_DOCX_MS, 'ms'),
    { name: 'documents.docx.cpu.first', value: docx.first, floor: null, unit: 'ms' },
  ]
}

const judged = (name: string, value: number, most: number, unit: string): Measured => ({
  name,
  value,
  floor: most,
  unit,
  limit: { kind: 'most', of: 'value', than: most },
})

async function measure(task: () => Promise<Uint8Array>) {
  const times: number[] = []
  let bytes = 0
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage()
    bytes = (await task()).length
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return { first: times[0] ?? 0, best: Math.min(...times), bytes }
}
