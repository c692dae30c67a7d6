import { DatabaseSync } from 'node:sqlite'
import { TABLES, functionsOf, type Dialect, type Pause } from './dialects.ts'

type Cell = string | number

const SCHEMA = `
  CREATE TABLE tickets (id INTEGER PRIMARY KEY, subject TEXT, status TEXT, assignee TEXT,
    customer_id INTEGER, queue_id INTEGER, created TEXT);
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, town TEXT, email TEXT, phone TEXT,
    plan TEXT, since INTEGER, note TEXT);
  CREATE TABLE assets (id INTEGER PRIMARY KEY, label TEXT, kind TEXT, room TEXT, serial TEXT);
  CREATE TABLE tags (asset_id INTEGER, tag TEXT);
  CREATE TABLE articles (id INTEGER PRIMARY KEY, slug TEXT, title TEXT, body TEXT);
  CREATE TABLE people (name TEXT, role TEXT, phone TEXT);
  CREATE TABLE queues (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE networks (address TEXT, office TEXT, open INTEGER);
  CREATE TABLE sites (name TEXT, news TEXT);
  CREATE TABLE pages (path TEXT, title TEXT);
  CREATE TABLE views (name TEXT, title TEXT);
  CREATE TABLE archive (year INTEGER, bytes INTEGER);
  CREATE TABLE visits (agent TEXT, page TEXT);
`

const PEOPLE = ['anna', 'boris', 'chloe', 'dmitri'] as const
const STATUSES = ['open', 'waiting', 'closed'] as const
const TOWNS = ['Lund', 'Bergen', 'Turku'] as const
const KINDS = ['printer', 'laptop', 'screen', 'phone'] as const
const ROOMS = ['A1', 'A2', 'B1'] as const
const PROBLEMS = ['does not start', 'makes a noise', 'lost its network', 'needs toner'] as const

const at = <T>(values: readonly [T, ...T[]], index: number): T =>
  values[index % values.length] ?? values[0]
const serials = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1)
const two = (number: number): string => String(number).padStart(2, '0')

const ROWS: Readonly<Record<string, readonly (readonly Cell[])[]>> = {
  tickets: serials(36).map((n) => [
    n,
    `The ${at(KINDS, n)} of customer ${1 + (n % 9)} ${at(PROBLEMS, n + 1)}`,
    at(STATUSES, n),
    at(PEOPLE, n),
    1 + (n % 9),
    1 + (n % 3),
    `2026-${two(1 + Math.floor((n - 1) / 12))}-${two(1 + ((n * 2) % 27))}`,
  ]),
  customers: ['Ida', 'Jon', 'Kaja', 'Lars', 'Mona', 'Nils', 'Olga', 'Per', 'Rune'].map(
    (name, index) => [
      index + 1,
      `${name} Strand`,
      at(TOWNS, index),
      `${name.toLowerCase()}@customers.example`,
      `555-01${two(index)}`,
      index % 2 === 0 ? 'basic' : 'full',
      2015 + index,
      `Prefers to be called before ${8 + index} o'clock.`,
    ],
  ),
  assets: serials(24).map((n) => [
    n,
    `${at(KINDS, n)} ${100 + n}`,
    at(KINDS, n),
    at(ROOMS, n),
    `SN-${4000 + n * 7}`,
  ]),
  tags: serials(24).flatMap((n) => [
    [n, `floor-${1 + (n % 3)}`],
    [n, n % 2 === 0 ? 'leased' : 'bought'],
  ]),
  articles: [
    [1, 'printer-paper', 'When the printer eats paper', 'Open the tray and pull gently.'],
    [2, 'printer-toner', 'Toner for every printer', 'Shake it once, never twice.'],
    [3, 'network', 'No network', 'Look at the cable first; 7 of 10 times it is the cable.'],
    [4, 'screens', 'Two screens', 'Both cables must be of the same kind.'],
    [5, 'phones', 'New phones', 'They charge for 2 hours before the first call.'],
  ],
  people: PEOPLE.map((name, index) => [name, at(['first line', 'network'], index), `10${index}`]),
  queues: [
    [1, 'Front desk'],
    [2, 'Devices'],
    [3, 'Network'],
  ],
  networks: [
    ['127.0.0.1', 'this building', 1],
    ['10.1.0.9', 'Lund', 1],
    ['10.2.0.9', 'Bergen', 1],
  ],
  sites: [
    ['north', 'The north site closes at noon on Friday.'],
    ['south', 'The south site has a new front door.'],
  ],
  pages: [
    ['/kb', 'Knowledge base'],
    ['/tickets', 'Tickets'],
  ],
  views: [
    ['compact', 'One line for each ticket'],
    ['wide', 'All that is known of each ticket'],
  ],
  archive: serials(8).map((n) => [2017 + n, n * 1000]),
}

/** A desk's database in memory, the same on every start, with the functions of a dialect. */
export function openDesk(dialect: Dialect, pause: Pause): DatabaseSync {
  const database = new DatabaseSync(':memory:', {
    // What stands in double quotes is a name for PostgreSQL, a string for MySQL and old SQLite.
    enableDoubleQuotedStringLiterals: dialect !== 'postgres',
  })
  // Of the whole process; no statement of an application needs as much.
  database.exec('PRAGMA hard_heap_limit = 805306368')
  database.exec(SCHEMA + TABLES[dialect])
  for (const [table, rows] of Object.entries(ROWS)) {
    const marks = rows[0]?.map(() => '?').join(', ') ?? ''
    const insert = database.prepare(`INSERT INTO ${table} VALUES (${marks})`)
    for (const row of rows) insert.run(...row)
  }
  for (const [name, run] of Object.entries(functionsOf(dialect, pause))) {
    database.function(name, run)
  }
  return database
}
