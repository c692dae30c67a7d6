import { SEVERITIES } from '../../report/severity.ts'
import type { Cover } from '../document/model.ts'
import { COLOURS, GRADE_COLOURS, ON_SEVERITY, SEVERITY_COLOURS } from '../document/palette.ts'
import { grouped } from '../document/words.ts'
import { SEVERITY_WORDS } from '../facts.ts'
import type { Faces } from './faces.ts'
import { AREA, baselineIn, WIDTH } from './flow.ts'
import { breakLines, type Look } from './lines.ts'
import { PAGE, Sheet } from './sheet.ts'

const BAND = 330
const GRADE_BOX = 112
const BOX = { gap: 8, height: 58 } as const
const FACT = { label: 110, size: 9.5, leading: 14.5 } as const
/** Facts that the page has room for; a document of many scans says how many more there are. */
const MOST_FACTS = 13

/** The first page: what was examined, when, and how it stands. */
export function coverSheet(faces: Faces, cover: Cover): Sheet {
  const sheet = new Sheet(faces)
  sheet.rect(0, 0, PAGE.width, BAND, COLOURS.brand)
  sheet.rect(0, BAND, PAGE.width, 5, COLOURS.accent)
  const white = (size: number, style: 'regular' | 'bold') =>
    ({ style, size, colour: COLOURS.white }) as const
  sheet.text('Palisade', AREA.left, 84, white(13, 'bold'))
  sheet.text(cover.title, AREA.left, 172, white(30, 'bold'))
  const target = { size: 15, colour: COLOURS.white }
  const end = write(sheet, faces, cover.target, target, 4, AREA.left, 196, WIDTH)
  sheet.text(cover.date, AREA.left, end + 24, white(11, 'regular'))
  const top = BAND + 46
  if (cover.grade !== null) grade(sheet, cover.grade, cover.summary.risk_score, top)
  counts(sheet, cover, top + (cover.grade === null ? 0 : GRADE_BOX + 26))
  facts(sheet, faces, cover, top + (cover.grade === null ? 0 : GRADE_BOX + 26) + BOX.height + 34)
  write(
    sheet,
    faces,
    cover.notice,
    { size: 8.2, colour: COLOURS.muted },
    3,
    AREA.left,
    PAGE.height - 82,
    WIDTH,
  )
  return sheet
}

/** At most `most` lines; returns the y below the last. */
function write(
  sheet: Sheet,
  faces: Faces,
  text: string,
  look: Look,
  most: number,
  x: number,
  y: number,
  width: number,
): number {
  const leading = look.size * 1.38
  const lines = breakLines(faces, [{ text }], look, width).slice(0, most)
  for (const [at, line] of lines.entries()) {
    sheet.line(line, x, y + at * leading + baselineIn(leading, look.size))
  }
  return y + lines.length * leading
}

function grade(sheet: Sheet, grade: NonNullable<Cover['grade']>, risk: number, top: number): void {
  const colour = GRADE_COLOURS[grade]
  sheet.rect(AREA.left, top, GRADE_BOX, GRADE_BOX, colour)
  const middle = AREA.left + GRADE_BOX / 2
  sheet.text(grade, middle, top + 80, { style: 'bold', size: 66, colour: COLOURS.white }, 'centre')
  sheet.text(
    'GRADE',
    middle,
    top + 102,
    { style: 'bold', size: 8, colour: COLOURS.white },
    'centre',
  )
  scale(sheet, risk, AREA.left + GRADE_BOX + 34, top)
}

/** The risk score on its scale from 0 to 100. */
function scale(sheet: Sheet, risk: number, x: number, top: number): void {
  const width = AREA.right - x
  const muted = { style: 'regular', size: 9, colour: COLOURS.muted } as const
  sheet.text('Risk score', x, top + 12, muted)
  sheet.text(String(risk), x, top + 52, { style: 'bold', size: 36, colour: COLOURS.text })
  sheet.text('of 100', x + 8 + String(risk).length * 20.6, top + 52, muted)
  sheet.rect(x, top + 72, width, 10, COLOURS.rule)
  sheet.rect(x, top + 72, (width * risk) / 100, 10, COLOURS.brand)
  sheet.text('0, best', x, top + 97, muted)
  sheet.text('100, worst', x + width, top + 97, muted, 'right')
}

function counts(sheet: Sheet, { summary }: Cover, top: number): void {
  const width = (WIDTH - BOX.gap * (SEVERITIES.length - 1)) / SEVERITIES.length
  for (const [at, severity] of SEVERITIES.entries()) {
    const x = AREA.left + at * (width + BOX.gap)
    const colour = ON_SEVERITY[severity]
    sheet.rect(x, top, width, BOX.height, SEVERITY_COLOURS[severity])
    sheet.text(grouped(summary[severity]), x + 10, top + 31, { style: 'bold', size: 22, colour })
    sheet.text(SEVERITY_WORDS[severity], x + 10, top + 47, { style: 'regular', size: 9, colour })
  }
}

function facts(sheet: Sheet, faces: Faces, { facts }: Cover, top: number): void {
  const { label, size, leading } = FACT
  let y = top
  for (const [name, value] of facts.slice(0, MOST_FACTS)) {
    sheet.text(name, AREA.left, y + baselineIn(leading, size), {
      style: 'regular',
      size,
      colour: COLOURS.muted,
    })
    const [line = []] = breakLines(faces, value, { size }, WIDTH - label)
    sheet.line(line, AREA.left + label, y + baselineIn(leading, size))
    y += leading
  }
  if (facts.length <= MOST_FACTS) return
  const text = `and ${facts.length - MOST_FACTS} more`
  sheet.text(text, AREA.left, y + baselineIn(leading, size), {
    style: 'regular',
    size,
    colour: COLOURS.muted,
  })
}
