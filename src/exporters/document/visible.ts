/**
 * Characters that would act instead of being seen: controls but tab and line feed, marks of direction
 * and other formats, and what has no meaning of its own. Emoji keep what joins and selects them.
 */
const UNSEEN =
  /[\p{Cc}\u{AD}\u{34F}\u{61C}\u{115F}\u{1160}\u{17B4}\u{17B5}\u{180B}-\u{180F}\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}-\u{206F}\u{3164}\u{FEFF}\u{FFA0}\u{FFF0}-\u{FFFB}\u{FFFE}\u{FFFF}\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]/gu

export const named = (char: string): string =>
  `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

const KEPT = new Set(['\t', '\n'])

/**
 * Text that looks like what it holds: CR LF become LF, what cannot be seen is named by its code point
 * (`[U+202E]`), a lone surrogate becomes U+FFFD. XML 1.0 and PDF take all that is left.
 */
export const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, (char) => (KEPT.has(char) ? char : named(char)))

/** The same on one line, cut to `most` characters with a note of how many are left out. */
export function oneLine(text: string, most: number): string {
  const line = visible(text).replaceAll(/[\t\n]/g, ' ')
  if (line.length <= most) return line
  // A surrogate pair is not cut in two.
  const start = line.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
  return `${start}… (${line.length - start.length} more characters)`
}
