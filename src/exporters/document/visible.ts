/**
 * Characters that would act instead of being seen: controls but tab and line feed, marks of direction
 * and other formats, and what has no meaning of its own. Emoji keep what joins and selects them.
 */
const UNSEEN =
  /\p{Cc}|\p{Bidi_Control}|\p{Zl}|\p{Zp}|[\u00AD\u115F\u1160\u180E\u3164\uFFA0\u200B\u2060-\u206F\uFEFF\uFFF0-\uFFFB\uFFFE\uFFFF]|[\u{E0000}-\u{E007F}]/gu

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
