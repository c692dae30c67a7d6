import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** A file of ours, its path from the root of the repository with forward slashes. */
export type Source = Readonly<{ path: string; text: string }>

export type Import = Readonly<{
  /** A path from the root for our own files (`src/errors.ts`), else the package as written. */
  target: string
  isOurs: boolean
  /** `import type` and `export type`: gone at run time. */
  isType: boolean
}>

/** Every TypeScript file below the folders; a folder that does not exist has none. */
export const readSources = (...folders: readonly string[]): readonly Source[] =>
  folders
    .flatMap((folder) => filesBelow(folder))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

export const filesBelow = (folder: string): readonly string[] =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.replaceAll('\\', '/'), entry.name))
    .toSorted()

const STATIC_IMPORT = /^(?:import|export)\s(type\s)?(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]/g

export function importsOf(source: Source): readonly Import[] {
  const fixed = [...source.text.matchAll(STATIC_IMPORT)].map(([, type, name = '']) =>
    asImport(source, name, type !== undefined),
  )
  const late = [...source.text.matchAll(DYNAMIC_IMPORT)].map(([, name = '']) =>
    asImport(source, name, false),
  )
  return [...fixed, ...late]
}

const asImport = (source: Source, name: string, isType: boolean): Import =>
  name.startsWith('.')
    ? { target: posix.join(posix.dirname(source.path), name), isOurs: true, isType }
    : { target: name, isOurs: false, isType }
