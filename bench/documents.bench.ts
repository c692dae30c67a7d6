import { strFromU8, unzipSync } from 'fflate'

import { NO_CONTEXT } from '../src/exporters/document/context.ts'
import { renderDocx } from '../src/exporters/docx/render.ts'
import { renderPdf } from '../src/exporters/pdf/render.ts'
import type { Report } from '../src/report/report.ts'
import { pdfPages } from '../test/support/documents.ts'
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
  mustTell(input.report, pdfPages(pdf.file).join('\n').replaceAll(/\s/g, ''))
  mustTell(input.report, strFromU8(unzipSync(docx.file)['word/document.xml'] ?? new Uint8Array()))
  const mb = pdf.file.length / 1_000_000
  return [
    judged('documents.pdf.cpu', pdf.best, MOST_PDF_MS, 'ms'),
    { name: 'documents.pdf.cpu.first', value: pdf.first, floor: null, unit: 'ms' },
    judged('documents.pdf.size', mb, MOST_PDF_MB, 'MB'),
    judged('documents.docx.cpu', docx.best, MOST_DOCX_MS, 'ms'),
    { name: 'documents.docx.cpu.first', value: docx.first, floor: null, unit: 'ms' },
  ]
}

/** Speed is worth nothing where findings are missing. */
function mustTell(report: Report, text: string): void {
  const issues = report.results.vulnerabilities.filter((row) => row.status === 'vulnerable')
  const missing = issues.filter((row) => !text.includes(row.id)).length
  if (missing > 0) throw new Error(`${missing} findings are not in the document`)
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
  let file = new Uint8Array()
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage()
    file = Uint8Array.from(await task())
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return { first: times[0] ?? 0, best: Math.min(...times), file }
}
