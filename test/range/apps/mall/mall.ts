import { DatabaseSync } from 'node:sqlite'
import { makeRunner, type Runner } from '../../kit/process.ts'
import { openConnections, type Connections } from '../desk/sql/pool.ts'
import { makeDisk, type Disk } from '../ops/disk.ts'

/** What the pages of the mall work with. */
export type Mall = Readonly<{
  goods: DatabaseSync
  /** For statements that wait. */
  servers: Connections
  disk: Disk
  runner: Runner
  /** What visitors wrote, by page, the newest last. */
  written: Map<string, string[]>
  close(): Promise<void>
}>

const BRANDS = ['Alder', 'Birch', 'Cedar', 'Dogwood'] as const
const PLACES = ['north', 'south'] as const
const GOODS = 40

export async function openMall(): Promise<Mall> {
  const goods = new DatabaseSync(':memory:')
  goods.exec('CREATE TABLE goods (id INTEGER PRIMARY KEY, name TEXT, brand TEXT, place TEXT)')
  const insert = goods.prepare('INSERT INTO goods VALUES (?, ?, ?, ?)')
  for (let id = 1; id <= GOODS; id += 1) {
    insert.run(id, `Lantern ${id}`, BRANDS[id % 4] ?? '', PLACES[id % 2] ?? '')
  }
  const servers = openConnections()
  const disk = await makeDisk()
  const runner = makeRunner(disk.work)
  // The first statement starts its server; a visitor finds it running.
  await servers.mysql.all('SELECT 1')
  return {
    goods,
    servers,
    disk,
    runner,
    written: new Map(),
    async close() {
      runner.stop()
      await servers.close()
      goods.close()
      await disk.remove()
    },
  }
}
