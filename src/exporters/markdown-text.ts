/**
 * CommonMark's and GitHub's punctuation that means something within a line. Round brackets need a
 * square one before them, and a colon makes a link before `//` or after a scheme of mail only.
 */
const PUNCTUATION = /[\\`*_[\]<>|~&$@]|:(?=\/\/)|\/(?=\/)|(?<=\b(?:mailto|xmpp)):/gi
/** What makes a heading, a list, a quotation or a rule of a line, at its start. */
const AT_START = /^(?:[#+\-=>:]|\d{1,9}(?=[.)]))/
/** After a zero-width joiner `@everyone` calls nobody, and `#12` links no issue. */
const MENTION = /[@#](?=[\w-])/g
const LINK_START = /\b(www)\./gi

/** Plain words in one line of Markdown: nothing in them is markup, a link or a mention. */
export const markdownText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(MENTION, '$&\u200d')
    .replace(PUNCTUATION, String.raw`\$&`)
    .replace(LINK_START, String.raw`$1\.`)
    .replace(AT_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))

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
