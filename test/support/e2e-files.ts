import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

const GZIP = Buffer.from([0x1f, 0x8b])

/** Names, below a folder, of the files that hold one of the texts, in clear or base64, gzipped or not. */
export async function filesHolding(
  folder: string,
  ...texts: readonly string[]
): Promise<readonly string[]> {
  const wanted = texts.flatMap(spellings)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const name = path.join(entry.parentPath, entry.name)
        const bytes = unpacked(await readFile(name).catch(noneIfGone))
        const holds = wanted.some((spelling) => bytes.includes(spelling))
        return holds ? [path.relative(folder, name)] : []
      }),
  )
  return found.flat().toSorted()
}

/** The permission bits of a file, as `0600`. */
export const modeOf = async (file: string): Promise<string> =>
  `0${((await stat(file)).mode & 0o777).toString(8)}`

const unpacked = (bytes: Buffer): Buffer =>
  bytes.subarray(0, GZIP.length).equals(GZIP) ? gunzipSync(bytes) : bytes

// Base64 of a text inside other bytes depends on where it begins: three spellings of its middle.
const spellings = (text: string): readonly (string | Buffer)[] => [
  text,
  Buffer.from(text, 'utf16le'),
  Buffer.from(text).toString('hex'),
  ...[0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + text)
      .toString('base64')
      .slice(4, -4),
  ),
]

// A database's write-ahead log may be folded into it between listing and reading.
function noneIfGone(error: unknown): Buffer {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
  throw error
}
