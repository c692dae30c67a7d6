import type { Report } from '../report/report.ts'
import { PROFILES } from './csv-columns.ts'
import { csvLine } from './csv-cell.ts'
import { utf8, type Exporter, type ExportOptions } from './exporter.ts'
import { isIssue } from './rows.ts'
import { compareFindings } from '../report/order.ts'

type CsvOptions = Pick<ExportOptions, 'profile' | 'includeAll'>

/** Bytes gathered before they are handed on: a line at a time costs more than the lines. */
const CHUNK_CHARS = 64 * 1024

/** One row per finding (RFC 4180). Suppressed and passed rows only with `includeAll`. */
export const csv: Exporter = {
  name: 'csv',
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  version: 1,
  render: (report, options = {}) => utf8([csvHead(options), ...csvRows(report, options)].join('')),
}

/** The header line, after the byte order mark where the profile has one. */
export function csvHead({ profile = 'palisade' }: CsvOptions = {}): string {
  const { mark, columns } = PROFILES[profile]
  return mark + csvLine(columns.map(([name]) => name))
}

/** A report's lines, one by one and without the header: several reports make one file. */
export function* csvRows(
  report: Report,
  { profile = 'palisade', includeAll = false }: CsvOptions = {},
): Generator<string> {
  const { columns } = PROFILES[profile]
  const rows = report.results.vulnerabilities.filter((row) => includeAll || isIssue(row))
  for (const row of rows.toSorted(compareFindings)) {
    yield csvLine(columns.map(([, cell]) => cell(row, report.scan)))
  }
}

/** One file of many reports; holds one report and one chunk at a time, however many come. */
export function csvStream(
  reports: AsyncIterable<Report> | Iterable<Report>,
  options: CsvOptions = {},
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(reports, options)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(utf8(value))
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

async function* chunksOf(
  reports: AsyncIterable<Report> | Iterable<Report>,
  options: CsvOptions,
): AsyncGenerator<string, undefined> {
  let chunk = csvHead(options)
  for await (const report of reports) {
    for (const line of csvRows(report, options)) {
      chunk += line
      if (chunk.length < CHUNK_CHARS) continue
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}
