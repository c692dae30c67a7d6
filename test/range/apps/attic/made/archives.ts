import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

type Files = Readonly<Record<string, string>>

const WRITTEN = new Date('2026-03-02T09:00:00Z')

export const zip = (files: Files): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
      { mtime: WRITTEN },
    ),
  )

const BLOCK = 512
const octal = (value: number, width: number): string =>
  `${value.toString(8).padStart(width - 1, '0')}\0`

/** POSIX ustar, one header and its content after the other, two empty blocks at the end. */
export const tarGz = (files: Files): Buffer =>
  gzipSync(Buffer.concat([...Object.entries(files).map(tarEntry), Buffer.alloc(2 * BLOCK)]))

function tarEntry([name, text]: readonly [string, string]): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(BLOCK)
  head.write(name, 0)
  head.write(octal(0o644, 8), 100)
  head.write(octal(0, 8) + octal(0, 8), 108)
  head.write(octal(body.length, 12) + octal(WRITTEN.getTime() / 1000, 12), 124)
  head.write(`${' '.repeat(8)}0`, 148)
  head.write('ustar\x0000', 257)
  const sum = [...head].reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const padding = Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)
  return Buffer.concat([head, body, padding])
}

/** The bytes of a database file after running `sql` in it. */
export function sqliteFile(sql: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'attic-db-'))
  try {
    const path = join(folder, 'made.sqlite')
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
