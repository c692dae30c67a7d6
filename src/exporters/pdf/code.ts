import type { BlockOf, Mark } from '../document/model.ts'
import { COLOURS } from '../document/palette.ts'
import type { Faces } from './faces.ts'
import { AREA, baselineIn, WIDTH, type Flow } from './flow.ts'

const CODE = { size: 7.4, leading: 10.2, padX: 9, padY: 6, below: 6 } as const
const TAB = '    '
/** Lines that stay together before a page break. */
const LEAST_LINES = 4

type CodeLine = Readonly<{ text: string; marks: readonly Mark[] }>

/** Text as it was sent, with what proves the finding on a yellow ground and underlined. */
export function code(flow: Flow, block: BlockOf<'code'>): void {
  const lines = codeLines(flow.faces, block, WIDTH - 2 * CODE.padX)
  let from = 0
  while (from < lines.length) {
    const left = lines.length - from
    flow.need(Math.min(LEAST_LINES, left) * CODE.leading + 2 * CODE.padY)
    const fits = Math.floor((flow.room - 2 * CODE.padY) / CODE.leading)
    const chunk = lines.slice(from, from + Math.min(left, fits))
    draw(flow, chunk)
    from += chunk.length
  }
  flow.y += CODE.below
}

function draw(flow: Flow, lines: readonly CodeLine[]): void {
  const { size, leading, padX, padY } = CODE
  const height = lines.length * leading + 2 * padY
  flow.sheet.rect(AREA.left, flow.y, WIDTH, height, COLOURS.fill)
  flow.sheet.rect(AREA.left, flow.y, 2, height, COLOURS.rule)
  const x = AREA.left + padX
  for (const [at, { text, marks }] of lines.entries()) {
    const top = flow.y + padY + at * leading
    for (const [from, to] of marks) {
      const start = x + flow.faces.width(text.slice(0, from), 'mono', size)
      const width = flow.faces.width(text.slice(from, to), 'mono', size)
      flow.sheet.rect(start, top, width, leading, COLOURS.mark)
      flow.sheet.rect(start, top + leading - 0.9, width, 0.7, COLOURS.text)
    }
    flow.sheet.text(text, x, top + baselineIn(leading, size), {
      style: 'mono',
      size,
      colour: COLOURS.text,
    })
  }
  flow.y += height
}

/** Lines no wider than the box, broken at any letter, each with its share of the marks. */
function codeLines(
  faces: Faces,
  { text, marks }: BlockOf<'code'>,
  width: number,
): readonly CodeLine[] {
  const lines: CodeLine[] = []
  let start = 0
  let used = 0
  const flush = (end: number) => {
    lines.push(lineOf(text, start, end, marks))
    start = end
    used = 0
  }
  let at = 0
  for (const char of text) {
    if (char === '\n') {
      flush(at)
      start = at + 1
    } else {
      const wide = faces.width(char === '\t' ? TAB : char, 'mono', CODE.size)
      if (used + wide > width) flush(at)
      used += wide
    }
    at += char.length
  }
  flush(at)
  return lines
}

function lineOf(text: string, start: number, end: number, marks: readonly Mark[]): CodeLine {
  const spread = (part: string) => part.replaceAll('\t', TAB)
  const offset = (at: number) => spread(text.slice(start, at)).length
  return {
    text: spread(text.slice(start, end)),
    marks: marks
      .filter(([from, to]) => from < end && to > start)
      .map(([from, to]) => [offset(Math.max(from, start)), offset(Math.min(to, end))]),
  }
}
