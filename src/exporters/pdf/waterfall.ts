import type { BlockOf } from '../document/model.ts'
import { COLOURS } from '../document/palette.ts'
import { chartTitle } from './charts.ts'
import { AREA, baselineIn, WIDTH, type Flow } from './flow.ts'

const ROW = { height: 8, step: 11.6, label: 172, told: 92, size: 7.2 } as const
/** Rows of a chart that a page has at least: the title never stands alone. */
const TOGETHER = 4

/** A bar per request: light while it waits for the first byte, dark while it loads. */
export function waterfall(flow: Flow, { title, bars }: BlockOf<'waterfall'>): void {
  flow.need(26 + Math.min(TOGETHER, bars.length) * ROW.step)
  chartTitle(flow, title)
  const look = { style: 'regular', size: ROW.size, colour: COLOURS.text } as const
  const scale = WIDTH - ROW.label - ROW.told
  const left = AREA.left + ROW.label
  for (const { label, from, firstByte, to, told } of bars) {
    flow.need(ROW.step)
    const baseline = flow.y + baselineIn(ROW.step, ROW.size)
    const top = flow.y + (ROW.step - ROW.height) / 2
    const x = (share: number) => left + share * scale
    flow.sheet.text(label, AREA.left, baseline, look)
    flow.sheet.rect(x(from), top, Math.max(0.4, x(firstByte) - x(from)), ROW.height, COLOURS.rule)
    flow.sheet.rect(
      x(firstByte),
      top,
      Math.max(0.8, x(to) - x(firstByte)),
      ROW.height,
      COLOURS.brand,
    )
    flow.sheet.text(told, AREA.right, baseline, { ...look, colour: COLOURS.muted }, 'right')
    flow.y += ROW.step
  }
  flow.y += 8
}
