import type { Rich } from '../document/model.ts'
import { COLOURS } from '../document/palette.ts'
import type { Faces, FontStyle } from './faces.ts'

/** A stretch of one line in one look. */
export type Span = Readonly<{
  text: string
  style: FontStyle
  size: number
  colour: string
  width: number
  link?: string | undefined
  to?: string | undefined
}>
export type Line = readonly Span[]
export type Look = Readonly<{ size: number; style?: FontStyle; colour?: string }>

const WORDS =
  /\n|[ \t]+|[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]|[^\s\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]+/gu
/** Longer words, such as addresses, may be broken behind punctuation. */
const LONG_WORD = 18
const PIECES = /[^/?&=;,_.:-]+[/?&=;,_.:-]*|[/?&=;,_.:-]+/gu
/** Code is set smaller than the prose around it: the font is wide. */
const CODE_SCALE = 0.92

/** Breaks a text into lines of at most `width` points, at blanks if it can. */
export function breakLines(faces: Faces, rich: Rich, look: Look, width: number): readonly Line[] {
  const lines: Span[][] = [[]]
  let room = width
  for (const piece of rich.flatMap((inline) => piecesOf(faces, inline, look, width))) {
    const isBreak = piece.text === '\n'
    const isBlank = piece.text.trim() === ''
    if (isBreak || (piece.width > room && !isBlank)) {
      lines.push([])
      room = width
    }
    const line = lines.at(-1)
    if (line === undefined || isBreak || (isBlank && line.length === 0)) continue
    append(line, piece)
    room -= piece.width
  }
  return lines.map((line) => withoutTail(faces, line))
}

/** Neighbours of one look become one span: fewer operators, and the whole of a right-to-left word. */
function append(line: Span[], piece: Span): void {
  const last = line.at(-1)
  const isSame =
    last !== undefined &&
    last.style === piece.style &&
    last.colour === piece.colour &&
    last.link === piece.link &&
    last.to === piece.to
  if (!isSame) line.push(piece)
  else
    line[line.length - 1] = {
      ...last,
      text: last.text + piece.text,
      width: last.width + piece.width,
    }
}

/** Blanks at the end of a line have no width. */
function withoutTail(faces: Faces, line: Line): Line {
  const last = line.at(-1)
  if (last === undefined || !/\s$/.test(last.text)) return line
  const text = last.text.trimEnd()
  const rest = line.slice(0, -1)
  if (text === '') return rest
  return [...rest, { ...last, text, width: faces.width(text, last.style, last.size) }]
}

function piecesOf(faces: Faces, inline: Rich[number], look: Look, most: number): readonly Span[] {
  const style = styleOf(inline.style, look)
  const size = inline.style === 'code' ? look.size * CODE_SCALE : look.size
  const spanOf = (text: string): Span => ({
    text,
    style,
    size,
    colour: colourOf(inline, look),
    width: faces.width(text, style, size),
    link: inline.link,
    to: inline.to,
  })
  return (inline.text.match(WORDS) ?? []).flatMap((word) => {
    const parts = word.length > LONG_WORD ? (word.match(PIECES) ?? [word]) : [word]
    return parts.flatMap((part) => fitting(spanOf(part), spanOf, most))
  })
}

/** The piece itself, or its letters where it is wider than a whole line. */
const fitting = (span: Span, spanOf: (text: string) => Span, most: number): readonly Span[] =>
  span.width <= most ? [span] : Array.from(span.text, (char) => spanOf(char))

function styleOf(style: Rich[number]['style'], look: Look): FontStyle {
  if (style === 'bold') return 'bold'
  return style === 'code' ? 'mono' : (look.style ?? 'regular')
}

function colourOf(inline: Rich[number], look: Look): string {
  if (inline.link !== undefined || inline.to !== undefined) return COLOURS.link
  return inline.style === 'muted' ? COLOURS.muted : (look.colour ?? COLOURS.text)
}
