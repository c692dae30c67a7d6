// Text of a scanned site is hostile: it may hold sequences that move the cursor, rename the window
// or reorder what is read. Nothing of it reaches the terminal unescaped.

// Control characters, line separators, marks that change the direction of text, invisible ones
// (but those that choose the look of a pictograph), and halves of pairs.
const UNSAFE =
  /[[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\ufe00-\ufe0f]]/gv

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeOne(char: string): string {
  const short = SHORT[char]
  if (short !== undefined) return short
  const code = char.codePointAt(0) ?? 0
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/** One line of printable text: whatever could drive a terminal is shown as an escape. */
export const clean = (text: string): string => text.replace(UNSAFE, escapeOne)

/** Like `clean`, but keeps the line breaks of the text. */
export const cleanLines = (text: string): string[] => text.split(/\r\n|\n/).map(clean)

/** JSON that any terminal may be shown: the same document, with unsafe characters as escapes. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(UNSAFE, (char) =>
    char === '\n' ? char : [...unitsOf(char)].map(escapeUnit).join(''),
  )

const unitsOf = (char: string): number[] =>
  Array.from({ length: char.length }, (_, index) => char.charCodeAt(index))
const escapeUnit = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`

// East Asian wide and full-width blocks and pictographs: two columns each.
const WIDE =
  /[\u1100-\u115e\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const ZERO = /[\p{M}\ufe00-\ufe0f]/u

const columnsOf = (char: string): number => (ZERO.test(char) ? 0 : WIDE.test(char) ? 2 : 1)

/** Columns that cleaned text takes on a terminal. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((columns, char) => columns + columnsOf(char), 0)

export const padEnd = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)))

/** The text in at most so many columns; what is cut off is marked with an ellipsis. */
export function truncate(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let kept = ''
  let used = 0
  for (const char of text) {
    used += columnsOf(char)
    if (used > columns - 1) break
    kept += char
  }
  return columns > 0 ? `${kept}…` : ''
}

/** Breaks cleaned text at blanks into lines of at most so many columns; longer words are cut. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((word) => chunks(word, columns))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= columns) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
  }
  return [...lines, line].filter((text, index) => text !== '' || index === 0)
}

function chunks(word: string, columns: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const char of word) {
    if (widthOf(part) + columnsOf(char) > columns) {
      parts.push(part)
      part = ''
    }
    part += char
  }
  return [...parts, part]
}
