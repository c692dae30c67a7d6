import { globSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'

export type Import = Readonly<{
  /** The path from the project's root, or the name of a package. */
  to: string
  isPackage: boolean
  isType: boolean
}>

const CLAUSE = String.raw`(?:\{[^{}]*\}|\*(?:\s+as\s+\w+)?|\w+(?:\s*,\s*\{[^{}]*\})?)`
const STATIC = new RegExp(
  String.raw`^(?:import|export)\s+(type\s+)?(?:${CLAUSE}\s+from\s+)?'([^']+)'`,
  'gm',
)
const DYNAMIC = /\bimport\(\s*['"`]([^'"`]+)['"`]/g
const COMMENT_LINE = /^\s*(?:\/\/|\/\*|\*)/

/** Paths from the project's root, sorted, with `/`. */
export const filesOf = (...globs: readonly string[]): readonly string[] =>
  globSync(globs)
    .map((path) => path.replaceAll(sep, '/'))
    .toSorted()

export const textOf = (file: string): string => readFileSync(file, 'utf8')

/** The text without lines that are comments only. */
export const codeOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !COMMENT_LINE.test(line))
    .join('\n')

/** What a file imports and re-exports, `import()` included; types told from values. */
export function importsOf(file: string, text = textOf(file)): readonly Import[] {
  const named = (to: string, isType: boolean): Import =>
    to.startsWith('.')
      ? { to: posix.join(posix.dirname(file), to), isPackage: false, isType }
      : { to, isPackage: true, isType }
  const code = codeOf(text)
  return [
    ...code.matchAll(STATIC).map(([, type, to = '']) => named(to, type !== undefined)),
    ...code.matchAll(DYNAMIC).map(([, to = '']) => named(to, false)),
  ]
}

/** Lines that begin an import; as many must be understood, or a wall has a hole. */
export const importLines = (text: string): number => codeOf(text).match(/^import\s/gm)?.length ?? 0
