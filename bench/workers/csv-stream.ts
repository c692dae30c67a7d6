import { csvStream, type CsvPart } from '../../src/exporters/csv.ts'
import { readStoredRows, storedRows } from '../../src/exporters/csv-stored.ts'
import { reportFixture } from '../../test/support/report-fixture.ts'

/** What a read of the whole stream took; `rssMb` is the most that was seen. */
export type Streamed = Readonly<{ rows: number; rssMb: number; cpuS: number; sizeMb: number }>

/** Of the end of a record; those within cells are line feeds alone. */
const CARRIAGE_RETURN = 0x0d
const LOOK_EVERY = 50

/** Rows are unzipped and read one scan after another, as the account's CSV does it. */
function* partsOf(count: number): Generator<CsvPart> {
  const report = reportFixture()
  const gzipped = Uint8Array.from(storedRows(report))
  for (let index = 0; index < count; index += 1) {
    const texts = new Blob([gzipped])
      .stream()
      .pipeThrough(new DecompressionStream('gzip'))
      .pipeThrough(new TextDecoderStream())
    yield { scan: report.scan, rows: readStoredRows(texts) }
  }
}

async function read(count: number): Promise<Streamed> {
  let [bytes, rows, chunks, most] = [0, 0, 0, 0]
  const before = process.cpuUsage()
  for await (const chunk of csvStream(partsOf(count))) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === CARRIAGE_RETURN) rows += 1
    chunks += 1
    if (chunks % LOOK_EVERY === 0) most = Math.max(most, process.memoryUsage.rss())
  }
  const { user, system } = process.cpuUsage(before)
  return { rows, rssMb: most / 1e6, cpuS: (user + system) / 1e6, sizeMb: bytes / 1e6 }
}

console.log(JSON.stringify(await read(Number(process.argv[2]))))
