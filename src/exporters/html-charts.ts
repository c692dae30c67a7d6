import type { Counted } from './facts.ts'
import { html, type Html } from './html-text.ts'

const WIDTH = 560
const LABEL_MOST = 340
const CHAR = 7
const COUNT = 50
const ROW = 26
const BAR = 16

export type Bar = Counted & Readonly<{ class?: string }>

/**
 * Bars with their words and numbers beside them: they read the same in grey. Everything is drawn by
 * attributes, since the policy of the page allows no style of elements.
 */
export function barChart(id: string, title: string, bars: readonly Bar[]): Html {
  const most = Math.max(1, ...bars.map((bar) => bar.count))
  const told = bars.map((bar) => `${bar.label}: ${bar.count}`).join(', ')
  const height = bars.length * ROW
  const longest = Math.max(...bars.map((bar) => bar.label.length))
  const label = Math.min(LABEL_MOST, longest * CHAR + 24)
  const rows = bars.map((bar, index) => {
    const width = Math.round((bar.count / most) * (WIDTH - label - COUNT))
    const y = index * ROW
    return html`<text x="0" y="${y + 17}">${bar.label}</text
      ><rect
        class="${bar.class ?? 'bar'}"
        x="${label}"
        y="${y + 5}"
        width="${width}"
        height="${BAR}"
        rx="2"
      /><text x="${label + width + 8}" y="${y + 17}">${bar.count}</text>`
  })
  return html`<svg
    role="img"
    aria-labelledby="${id}-t ${id}-d"
    viewBox="0 0 ${WIDTH} ${height}"
    width="${WIDTH}"
    height="${height}"
  >
    <title id="${id}-t">${title}</title>
    <desc id="${id}-d">${told}</desc>
    ${rows}
  </svg>`
}

/** Where a score stands between 0 and 100. */
export function scoreBar(id: string, title: string, score: number): Html {
  const width = 360
  const at = Math.round((Math.min(100, Math.max(0, score)) / 100) * width)
  return html`<svg
    role="img"
    aria-labelledby="${id}-t"
    viewBox="0 0 ${width} 44"
    width="${width}"
    height="44"
  >
    <title id="${id}-t">${title}: ${score} of 100</title>
    <rect class="track" x="0.5" y="0.5" width="${width - 1}" height="19" rx="3" />
    <rect class="bar" x="0" y="0" width="${at}" height="20" rx="3" />
    <text x="0" y="38">0</text>
    <text x="${width}" y="38" text-anchor="end">100</text>
  </svg>`
}
