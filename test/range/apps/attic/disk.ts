import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { get, type Route } from '../../kit/app.ts'

/** A file that lies in the web root, as the web server hands it out. */
export type WebFile = Readonly<{
  /** As it stands in a URL. */
  path: string
  type: string
  headers?: Readonly<Record<string, string>>
  content(): string | Buffer
}>

/** One that should not lie there, and how it came to. */
export type Leftover = WebFile & Readonly<{ cause: string }>

export type WebRoot = Readonly<{ folder: string; routes: readonly Route[]; remove(): void }>

export const BINARY = 'application/octet-stream'
export const PLAIN = 'text/plain'

/** Writes the files below a new folder; each is read from there for every answer. */
export function openWebRoot(files: readonly WebFile[]): WebRoot {
  const folder = mkdtempSync(join(tmpdir(), 'attic-web-'))
  const routes = files.map((file) => {
    const path = join(folder, decodeURIComponent(file.path))
    if (existsSync(path)) throw new Error(`two files at ${file.path}`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.content())
    return get(file.path, () => ({
      headers: { 'content-type': file.type, ...file.headers },
      body: readFileSync(path),
    }))
  })
  return { folder, routes, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
