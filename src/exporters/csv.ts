import type { Report } from '../report/report.ts'
import { PROFILES } from './csv-columns.ts'
import { csvLine } from './csv-cell.ts'
import { csvRowOf, type CsvRow, type CsvScan } from './csv-row.ts'
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
  render: (report, options = {}) =>
    utf8(
      csvHead(options) +
        rowsOfReport(report)
          .map((row) => lineOf(row, report.scan, options))
          .join(''),
    ),
}

/** The header line, after the byte order mark where the profile has one. */
export function csvHead({ profile = 'palisade' }: CsvOptions = {}): string {
  const { mark, columns } = PROFILES[profile]
  return mark + csvLine(columns.map(([name]) => name))
}

/** A scan and its rows: of its report, or kept apart from it. */
export type CsvPart = Readonly<{
  scan: CsvScan
  rows: Iterable<CsvRow> | AsyncIterable<CsvRow>
}>

/** The rows of a report in the order of findings. */
export const rowsOfReport = (report: Report): readonly CsvRow[] =>
  report.results.vulnerabilities.toSorted(compareFindings).map(csvRowOf)

/** A row's line, or nothing where it is not asked for. */
function lineOf(row: CsvRow, scan: CsvScan, { profile = 'palisade', includeAll }: CsvOptions) {
  if (includeAll !== true && !isIssue(row)) return ''
  return csvLine(PROFILES[profile].columns.map(([, cell]) => cell(row, scan)))
}

/** One file of many scans; holds one row and one chunk at a time, however many come. */
export function csvStream(
  parts: AsyncIterable<CsvPart> | Iterable<CsvPart>,
  options: CsvOptions = {},
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(parts, options)
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
  parts: AsyncIterable<CsvPart> | Iterable<CsvPart>,
  options: CsvOptions,
): AsyncGenerator<string, undefined> {
  let chunk = csvHead(options)
  for await (const { scan, rows } of parts) {
    for await (const row of rows) {
      chunk += lineOf(row, scan, options)
      if (chunk.length < CHUNK_CHARS) continue
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}
