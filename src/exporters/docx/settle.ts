import { strFromU8, strToU8, zipSync } from 'fflate'

/** The library writes the hour of the day, random ids of links and counted ids of bookmarks. */
const LINK_ID = /\b(r:id|Id)="(rId[a-z0-9_-]{12,})"/g
const BOOKMARK_ID = /(<w:bookmark(?:Start|End)\b[^>]*?\bw:id=")(\d+)"/g
const DATE = /(<dcterms:(?:created|modified)\b[^>]*>)[^<]*</g
const CORE = 'docProps/core.xml'
/** Local time of the earliest entry that a zip can have. */
const MTIME = '1980-01-01T00:00:00'

/** The files of a Word document by their paths, as the library writes them before it zips them. */
export type Parts = ReadonlyMap<string, string | Uint8Array>

/** Equal documents become equal bytes: ids in the order they occur, the scan's date as the file's. */
export function settle(parts: Parts, createdAt: string): Uint8Array {
  const links = new Map<string, string>()
  const bookmarks = new Map<string, string>()
  const inOrder = [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const settled = inOrder.map(([name, data]): [string, Uint8Array] => {
    const isText = name.endsWith('.xml') || name.endsWith('.rels')
    if (!isText) return [name, typeof data === 'string' ? strToU8(data) : data]
    const text = (typeof data === 'string' ? data : strFromU8(data))
      .replace(LINK_ID, (_, key, id) => `${key}="${renamed(links, id, 'rLink')}"`)
      .replace(BOOKMARK_ID, (_, start, id) => `${start}${renamed(bookmarks, id, '')}"`)
    return [name, strToU8(name === CORE ? dated(text, createdAt) : text)]
  })
  return zipSync(Object.fromEntries(settled), { level: 6, mtime: MTIME })
}

function renamed(known: Map<string, string>, id: string, prefix: string): string {
  const name = known.get(id) ?? `${prefix}${known.size + 1}`
  known.set(id, name)
  return name
}

const dated = (core: string, createdAt: string): string =>
  core.replace(DATE, (_, start) => `${start}${createdAt}Z<`)
