/** CommonMark's ASCII punctuation that can mean something within a line, or at its start. */
const PUNCTUATION = /[\\`*_{}[\]<>()#+\-!|~&:=$^@]|\/(?=\/)/g
/** After a zero-width joiner `@everyone` calls nobody, and `#12` links no issue. */
const MENTION = /[@#](?=[\w-])/g
const LINK_START = /\b(www)\./gi
const NUMBERED = /^(\s*\d{1,9})([.)])/

/** Plain words in one line of Markdown: nothing in them is markup, a link or a mention. */
export const markdownText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(MENTION, '$&\u200d')
    .replace(PUNCTUATION, String.raw`\$&`)
    .replace(LINK_START, String.raw`$1\.`)
    .replace(NUMBERED, String.raw`$1\$2`)

/** Like `markdownText`, paragraph by paragraph. */
export const markdownBlock = (text: string): string =>
  text
    .split(/(?:\r?\n\s*){2,}/)
    .map(markdownText)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

const longestRun = (text: string, mark: RegExp): number =>
  Math.max(0, ...[...text.matchAll(mark)].map(([run]) => run.length))

/** A code span that its text cannot end. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return ''
  const ticks = '`'.repeat(longestRun(line, /`+/g) + 1)
  return `${ticks} ${line} ${ticks}`
}

/** In a table a bar ends the cell even within code, unless it is escaped. */
export const codeCell = (text: string): string => codeSpan(text).replaceAll('|', String.raw`\|`)

/** A fenced block that its text cannot end. */
export function codeBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, /`+/g) + 1))
  return `${fence}${language}\n${text.replace(/\r\n?/g, '\n').replace(/\n$/, '')}\n${fence}`
}
