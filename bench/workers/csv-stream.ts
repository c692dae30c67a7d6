import { csvStream } from '../../src/exporters/csv.ts'
import type { Report } from '../../src/report/report.ts'
import { reportFixture } from '../../test/support/report-fixture.ts'

/** What a read of the whole stream took; `rssMb` is the most that was seen. */
export type Streamed = Readonly<{ rows: number; rssMb: number; cpuS: number; sizeMb: number }>

/** Of the end of a record; those within cells are line feeds alone. */
const CARRIAGE_RETURN = 0x0d
const LOOK_EVERY = 50

/** Stored reports are parsed one after another, as the account's CSV does it. */
function* reportsOf(count: number): Generator<Report> {
  const stored = JSON.stringify(reportFixture())
  for (let index = 0; index < count; index += 1) yield JSON.parse(stored)
}

async function read(count: number): Promise<Streamed> {
  let [bytes, rows, chunks, most] = [0, 0, 0, 0]
  const before = process.cpuUsage()
  for await (const chunk of csvStream(reportsOf(count))) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === CARRIAGE_RETURN) rows += 1
    chunks += 1
    if (chunks % LOOK_EVERY === 0) most = Math.max(most, process.memoryUsage.rss())
  }
  const { user, system } = process.cpuUsage(before)
  return { rows, rssMb: most / 1e6, cpuS: (user + system) / 1e6, sizeMb: bytes / 1e6 }
}

console.log(JSON.stringify(await read(Number(process.argv[2]))))
