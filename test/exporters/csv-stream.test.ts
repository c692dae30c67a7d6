import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { csv, csvHead, csvStream, rowsOfReport, type CsvPart } from '../../src/exporters/csv.ts'
import { readRecords, recordOf } from '../../src/exporters/csv-records.ts'
import { triagedRow, type CsvRow } from '../../src/exporters/csv-row.ts'
import { readStoredRows, storedRows } from '../../src/exporters/csv-stored.ts'
import type { ExportOptions } from '../../src/exporters/exporter.ts'
import type { Report } from '../../src/report/report.ts'
import { readCsv } from '../support/csv-read.ts'
import { hostileReport } from '../support/hostile-report.ts'
import { HOSTILE } from '../support/hostile-strings.ts'
import { reportFixture } from '../support/report-fixture.ts'

const decode = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

async function read(stream: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return decode(Buffer.concat(chunks))
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** The rows as they come back from the store: unzipped, in the pieces of the platform. */
function kept(report: Report): AsyncGenerator<CsvRow> {
  const gzipped = new Blob([Uint8Array.from(storedRows(report))]).stream()
  const texts = gzipped
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream())
  return readStoredRows(texts)
}
const part = (report: Report): CsvPart => ({ scan: report.scan, rows: rowsOfReport(report) })
const keptPart = (report: Report): CsvPart => ({ scan: report.scan, rows: kept(report) })

describe('a stream over scans', () => {
  it('is the header once and the rows of each report', async () => {
    const reports = [reportFixture(300), reportFixture(0), reportFixture(2)]
    const lines = reports.map((report) => decode(csv.render(report)).slice(csvHead().length))
    expect(await read(csvStream(reports.map(part)))).toBe([csvHead(), ...lines].join(''))
    expect(await read(csvStream([]))).toBe(csvHead())
  })

  it('asks for the next scan only when it is read, and stops when its reader does', async () => {
    let given = 0
    let ended = false
    const one = part(reportFixture(200))
    async function* parts() {
      try {
        for (;;) {
          given += 1
          yield one
        }
      } finally {
        ended = true
      }
    }
    const reader = csvStream(parts()).getReader()
    await reader.read()
    expect(given).toBeLessThan(5)
    await reader.cancel()
    expect(ended).toBe(true)
  })
})

describe('the rows that a scan leaves behind', () => {
  const OPTIONS: readonly ExportOptions[] = [
    {},
    { includeAll: true },
    { profile: 'defectdojo' },
    { profile: 'defectdojo', includeAll: true },
  ]

  it.each(OPTIONS)('make the same file as the report: %j', async (options) => {
    for (const report of [reportFixture(40), hostileReport(Object.values(HOSTILE))]) {
      expect(await read(csvStream([keptPart(report)], options))).toBe(
        decode(csv.render(report, options)),
      )
    }
  })

  it('have the same bytes for the same report', () => {
    expect(storedRows(reportFixture(40))).toEqual(storedRows(reportFixture(40)))
  })

  it('lose what was triaged away since, and are told with all rows as what they are', async () => {
    const report = reportFixture(3)
    const [gone] = rowsOfReport(report)
    if (gone === undefined) throw new Error('the fixture has rows')
    async function* triaged() {
      for await (const row of kept(report)) {
        yield triagedRow(row, row.id === gone?.id ? 'false_positive' : undefined)
      }
    }
    const told = async (options: ExportOptions) =>
      readCsv(await read(csvStream([{ scan: report.scan, rows: triaged() }], options)))
    const issues = await told({})
    expect(issues).toHaveLength(1 + 2)
    expect(issues.flat()).not.toContain(gone.fingerprint)
    const row = (await told({ includeAll: true })).find((cells) => cells[5] === gone.fingerprint)
    expect(row?.slice(10, 14)).toEqual(['info', 'false_positive', 'confirmed', '0'])
    const forDojo = await told({ profile: 'defectdojo', includeAll: true })
    expect(forDojo.find((cells) => cells[1] === gone.title && cells[11] === 'TRUE')).toBeDefined()
  })

  it('are not taken for something else', async () => {
    const other = async function* () {
      yield 'scan_id,title\r\n1,2\r\n'
    }
    await expect(collect(readStoredRows(other()))).rejects.toThrow('Not the stored rows')
  })
})

describe('records', () => {
  it('come back as they were written, in whatever pieces the text arrives', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'é') })
    const records = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(records, fc.integer({ min: 1, max: 9 }), async (given, size) => {
        const text = given.map(recordOf).join('')
        async function* pieces() {
          for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
        }
        expect(await collect(readRecords(pieces()))).toEqual(given)
      }),
      { numRuns: 300 },
    )
  })

  it.each(['a,b', '"a', '"a"b\r\n'])('are refused when they break off: %j', async (text) => {
    const pieces = async function* () {
      yield text
    }
    await expect(collect(readRecords(pieces()))).rejects.toThrow()
  })
})
