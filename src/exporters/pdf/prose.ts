import type { BlockOf } from '../document/model.ts'
import { COLOURS } from '../document/palette.ts'
import { AREA, baselineIn, pill, PILL_WIDTH, rule, WIDTH, type Flow } from './flow.ts'
import { breakLines, type Line } from './lines.ts'

const HEADINGS = {
  1: { size: 19, leading: 25, above: 26, below: 8 },
  2: { size: 12.5, leading: 17, above: 20, below: 5 },
  3: { size: 11, leading: 15, above: 16, below: 4 },
} as const
/** Room that a heading wants below it: its section must begin on the same page. */
const KEEP = { 1: 130, 2: 90, 3: 120 } as const
const TONES = {
  plain: { size: 9.5, leading: 13.6, colour: COLOURS.text, below: 5 },
  lead: { size: 11, leading: 16, colour: COLOURS.text, below: 7 },
  small: { size: 8.2, leading: 11.4, colour: COLOURS.muted, below: 4 },
  notice: { size: 9.5, leading: 13.6, colour: COLOURS.text, below: 8 },
} as const
const NOTICE_PAD = 9
const LIST = { size: 9.5, leading: 13.6, indent: 16, below: 3 } as const
const LABEL = { size: 9.2, leading: 13, above: 7, keep: 44 } as const
/** Lines of an item that stay with its mark. */
const MARKED_LINES = 3

export function heading(flow: Flow, block: BlockOf<'heading'>): void {
  const { size, leading, above, below } = HEADINGS[block.level]
  const isFinding = block.severity !== undefined
  const width = isFinding ? WIDTH - PILL_WIDTH - 12 : WIDTH
  const colour = block.level === 1 ? COLOURS.brand : COLOURS.text
  const lines = breakLines(
    flow.faces,
    [{ text: block.text }],
    { size, style: 'bold', colour },
    width,
  )
  flow.need(above + lines.length * leading + below + (block.keep ?? KEEP[block.level]))
  flow.gap(above)
  if (isFinding) {
    rule(flow)
    flow.y += 7
  }
  const { page, y } = flow
  flow.anchors.set(block.anchor, { page, y })
  flow.entries.push({ page, y, text: block.text, level: block.level })
  if (block.severity !== undefined) {
    pill(flow.sheet, block.severity, AREA.right - PILL_WIDTH, y + (leading - 12) / 2)
  }
  flow.lines(lines, AREA.left, leading, size)
  if (block.level === 1) underline(flow)
  flow.y += below
}

function underline(flow: Flow): void {
  flow.y += 3
  flow.sheet.rect(AREA.left, flow.y, 42, 2.2, COLOURS.accent)
  flow.y += 4
}

export function label(flow: Flow, { text }: BlockOf<'label'>): void {
  flow.need(LABEL.above + LABEL.leading + LABEL.keep)
  flow.gap(LABEL.above)
  const look = { size: LABEL.size, style: 'bold', colour: COLOURS.brand } as const
  flow.lines(breakLines(flow.faces, [{ text }], look, WIDTH), AREA.left, LABEL.leading, LABEL.size)
  flow.y += 1.5
}

export function paragraph(flow: Flow, { text, tone }: BlockOf<'paragraph'>): void {
  const look = TONES[tone ?? 'plain']
  if (tone === 'notice') {
    notice(flow, breakLines(flow.faces, text, look, WIDTH - 3 * NOTICE_PAD))
    return
  }
  const lines = breakLines(flow.faces, text, look, WIDTH)
  flow.prose(lines, AREA.left, look.leading, look.size)
  flow.y += look.below
}

function notice(flow: Flow, lines: readonly Line[]): void {
  const { leading, size, below } = TONES.notice
  const height = lines.length * leading + 2 * NOTICE_PAD
  flow.need(height)
  flow.sheet.rect(AREA.left, flow.y, WIDTH, height, COLOURS.notice)
  flow.sheet.rect(AREA.left, flow.y, 3, height, COLOURS.noticeRule)
  flow.y += NOTICE_PAD
  flow.lines(lines, AREA.left + 2 * NOTICE_PAD, leading, size)
  flow.y += NOTICE_PAD + below
}

export function list(flow: Flow, { items, isNumbered }: BlockOf<'list'>): void {
  const { size, leading, indent, below } = LIST
  for (const [at, item] of items.entries()) {
    const lines = breakLines(flow.faces, item, { size }, WIDTH - indent)
    flow.need(Math.min(MARKED_LINES, lines.length) * leading)
    const mark = isNumbered ? `${at + 1}.` : '•'
    const look = { style: isNumbered ? 'bold' : 'regular', size, colour: COLOURS.accent } as const
    flow.sheet.text(mark, AREA.left + indent - 5, flow.y + baselineIn(leading, size), look, 'right')
    flow.lines(lines, AREA.left + indent, leading, size)
    flow.y += below
  }
  flow.y += 2
}
