import { widthOf } from './text.ts'

/** Where the blanks between the words of a POSIX shell command are; quoted ones do not count. */
function breaksOf(command: string): number[] {
  const breaks: number[] = []
  let quote: string | null = null
  for (let at = 0; at < command.length; at += 1) {
    const char = command.charAt(at)
    if (char === '\\' && quote !== "'") at += 1
    else if (quote !== null) quote = char === quote ? null : quote
    else if (char === "'" || char === '"') quote = char
    else if (char === ' ') breaks.push(at)
  }
  return breaks
}

/**
 * A command over several lines that can still be pasted: broken between words only, so that a line
 * is longer than `columns` where one word is.
 */
export function shellLines(command: string, columns: number): string[] {
  const ends = [...breaksOf(command), command.length]
  const lines: string[] = []
  let start = 0
  let line = ''
  for (const end of ends) {
    const word = command.slice(start, end)
    start = end + 1
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || widthOf(longer) <= columns - 2) {
      line = longer
      continue
    }
    lines.push(`${line} \\`)
    line = `  ${word}`
  }
  return [...lines, line]
}
