type Entry = Readonly<{ name: string; path: string }>

const CHECK_IMPORT = /^import \w+ from '(\.\/\w+\/[^']+)'$/
const LIST = /(CHECKS: readonly Check\[\] = \[)([^\]]*)\]/

/**
 * The registry's text with one check more: its import in order of path, its entry at the end of the
 * list. Throws when the file is not shaped as expected, rather than guess.
 */
export function register(index: string, entry: Entry): string {
  if (!LIST.test(index)) throw new Error('The registry has no list CHECKS to add to')
  return withImport(index, entry).replace(LIST, (_, head: string, entries: string) => {
    const known = entries.split(',').map((each) => each.trim())
    return `${head}${[...known, entry.name].filter((each) => each !== '').join(', ')}]`
  })
}

function withImport(index: string, { name, path }: Entry): string {
  const lines = index.split('\n')
  const isAfter = (line: string): boolean => (CHECK_IMPORT.exec(line)?.[1] ?? '') > path
  const next = lines.findIndex(isAfter)
  const last = lines.findLastIndex((line) => line.startsWith('import '))
  return lines
    .toSpliced(next === -1 ? last + 1 : next, 0, `import ${name} from '${path}'`)
    .join('\n')
}
