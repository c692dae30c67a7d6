import { SEVERITIES } from '../../report/severity.ts'
import type { Bar, BlockOf, TrendPoint } from '../document/model.ts'
import { COLOURS, ON_SEVERITY, SEVERITY_COLOURS } from '../document/palette.ts'
import { grouped } from '../document/words.ts'
import { SEVERITY_WORDS } from '../facts.ts'
import { AREA, baselineIn, WIDTH, type Flow } from './flow.ts'

const BAR = { gap: 18, count: 34, height: 10.5, step: 14.6 } as const
const TITLE = { size: 9.2, leading: 18 } as const
const LABEL = { size: 8.4 } as const
const NUMBER = { size: 7 } as const
const LEGEND = { step: 58, box: 8, height: 16 } as const
const RISK = { height: 40 } as const
const COLUMNS = { height: 58, widest: 30 } as const

const look = (size: number, colour: string = COLOURS.text, style: 'regular' | 'bold' = 'regular') =>
  ({ style, size, colour }) as const

/** Bars on one scale, each made of its parts by severity, with the numbers beside and inside. */
export function bars(flow: Flow, { title, bars, hasLegend }: BlockOf<'bars'>): void {
  flow.need(TITLE.leading + bars.length * BAR.step + (hasLegend ? LEGEND.height : 0) + 14)
  chartTitle(flow, title)
  const most = Math.max(1, ...bars.map(totalOf))
  const labels = bars.map(({ label }) => flow.faces.width(label, 'regular', LABEL.size))
  const wide = Math.max(...labels) + BAR.gap
  for (const bar of bars) drawBar(flow, bar, wide, most)
  if (hasLegend) legend(flow)
  flow.y += 8
}

const totalOf = ({ parts }: Bar): number => parts.reduce((sum, { count }) => sum + count, 0)

export function chartTitle(flow: Flow, title: string): void {
  flow.gap(8)
  const baseline = flow.y + baselineIn(TITLE.leading, TITLE.size)
  flow.sheet.text(title, AREA.left, baseline, look(TITLE.size, COLOURS.brand, 'bold'))
  flow.y += TITLE.leading
}

function drawBar(flow: Flow, bar: Bar, labelWidth: number, most: number): void {
  const scale = (WIDTH - labelWidth - BAR.count) / most
  const baseline = flow.y + baselineIn(BAR.step, LABEL.size)
  flow.sheet.text(bar.label, AREA.left, baseline, look(LABEL.size))
  let x = AREA.left + labelWidth
  const top = flow.y + (BAR.step - BAR.height) / 2
  flow.sheet.path(
    [
      [x, flow.y],
      [x, flow.y + BAR.step],
    ],
    COLOURS.rule,
  )
  for (const { severity, count } of bar.parts) {
    const width = count * scale
    if (count === 0) continue
    flow.sheet.rect(x, top, width, BAR.height, SEVERITY_COLOURS[severity])
    if (bar.parts.length > 1) inside(flow, severity, count, x, width, baseline)
    x += width
  }
  const total = totalOf(bar)
  const colour = total === 0 ? COLOURS.muted : COLOURS.text
  flow.sheet.text(
    grouped(total),
    x + 5,
    baseline,
    look(LABEL.size, colour, total === 0 ? 'regular' : 'bold'),
  )
  flow.y += BAR.step
}

/** The number of a part, where it has the room for it. */
function inside(
  flow: Flow,
  severity: keyof typeof ON_SEVERITY,
  count: number,
  x: number,
  width: number,
  baseline: number,
): void {
  const text = grouped(count)
  if (flow.faces.width(text, 'regular', NUMBER.size) + 4 > width) return
  flow.sheet.text(
    text,
    x + width / 2,
    baseline - 0.6,
    look(NUMBER.size, ON_SEVERITY[severity]),
    'centre',
  )
}

function legend(flow: Flow): void {
  const top = flow.y + 5
  for (const [at, severity] of SEVERITIES.entries()) {
    const x = AREA.left + at * LEGEND.step
    flow.sheet.rect(x, top, LEGEND.box, LEGEND.box, SEVERITY_COLOURS[severity])
    flow.sheet.text(SEVERITY_WORDS[severity], x + LEGEND.box + 4, top + 7, look(7.6, COLOURS.muted))
  }
  flow.y += LEGEND.height
}

/** Two panels over one row of dates: the risk score as a line, the findings as stacked columns. */
export function trend(flow: Flow, { title, points }: BlockOf<'trend'>): void {
  flow.need(TITLE.leading + RISK.height + COLUMNS.height + LEGEND.height + 40)
  chartTitle(flow, title)
  const step = (WIDTH - 60) / points.length
  const xOf = (at: number) => AREA.left + 60 + step * (at + 0.5)
  riskPanel(flow, points, xOf)
  columnPanel(flow, points, xOf, Math.min(COLUMNS.widest, step * 0.6))
  for (const [at, { date, grade }] of points.entries()) {
    flow.sheet.text(
      date,
      xOf(at),
      flow.y + 9,
      look(points.length > 8 ? 6 : 7, COLOURS.muted),
      'centre',
    )
    flow.sheet.text(grade, xOf(at), flow.y + 19, look(8, COLOURS.text, 'bold'), 'centre')
  }
  flow.sheet.text('Grade', AREA.left, flow.y + 19, look(7.6, COLOURS.muted))
  flow.y += 24
  legend(flow)
  flow.y += 8
}

type PlaceOf = (at: number) => number

function riskPanel(flow: Flow, points: readonly TrendPoint[], xOf: PlaceOf): void {
  const bottom = flow.y + RISK.height
  const yOf = (risk: number) => bottom - (risk / 100) * (RISK.height - 14)
  axis(flow, 'Risk score', bottom)
  const at = points.map(({ summary }, i) => [xOf(i), yOf(summary.risk_score)] as const)
  if (at.length > 1) flow.sheet.path(at, COLOURS.brand, 1.6)
  for (const [i, [x, y]] of at.entries()) {
    flow.sheet.rect(x - 2.4, y - 2.4, 4.8, 4.8, COLOURS.brand)
    const score = String(points[i]?.summary.risk_score ?? 0)
    flow.sheet.text(score, x, y - 5, look(NUMBER.size, COLOURS.text, 'bold'), 'centre')
  }
  flow.y = bottom + 8
}

function columnPanel(flow: Flow, points: readonly TrendPoint[], xOf: PlaceOf, width: number): void {
  const bottom = flow.y + COLUMNS.height
  const totals = points.map(({ summary }) => SEVERITIES.reduce((sum, s) => sum + summary[s], 0))
  const scale = (COLUMNS.height - 14) / Math.max(1, ...totals)
  axis(flow, 'Findings', bottom)
  for (const [i, { summary }] of points.entries()) {
    let y = bottom
    // The most severe stand at the foot, where columns are compared best.
    for (const severity of SEVERITIES) {
      const height = summary[severity] * scale
      if (height === 0) continue
      y -= height
      flow.sheet.rect(xOf(i) - width / 2, y, width, height, SEVERITY_COLOURS[severity])
    }
    flow.sheet.text(
      grouped(totals[i] ?? 0),
      xOf(i),
      y - 3,
      look(NUMBER.size, COLOURS.text, 'bold'),
      'centre',
    )
  }
  flow.y = bottom
}

function axis(flow: Flow, label: string, bottom: number): void {
  flow.sheet.text(label, AREA.left, bottom - 3, look(7.6, COLOURS.muted))
  flow.sheet.path(
    [
      [AREA.left + 60, bottom],
      [AREA.right, bottom],
    ],
    COLOURS.rule,
    0.8,
  )
}
