/** Control characters, and those that turn the direction of text round. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g
const ELLIPSIS = '…'
const EMPTY = '–'

/** How one platform writes a character so that it means itself. */
export type Escape = (char: string) => string

/**
 * A hostile text as one line: escaped character by character, at most `most` UTF-16 units long as
 * sent, never cut within an escape or a character, and never empty, which platforms refuse.
 */
export function fit(text: string, most: number, escape: Escape): string {
  const line = text.toWellFormed().replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim()
  let fitted = ''
  let whole = ''
  for (const char of line) {
    whole += escape(char)
    if (whole.length <= most - ELLIPSIS.length) fitted = whole
    if (whole.length > most) return fitted + ELLIPSIS
  }
  return whole === '' ? EMPTY : whole
}
