import type { LabValues, Opportunity, Weight } from '../report/performance.ts'
import type { Performance } from '../report/report.ts'
import { scoreBar } from './html-charts.ts'
import { bullets, factTable } from './html-lists.ts'
import { html, NOTHING, type Html } from './html-text.ts'
import {
  performanceFacts,
  savingOf,
  shortUrl,
  waterfallBars,
  WEIGHT_HEAD,
  weightCells,
} from './performance-words.ts'

const WIDTH = 900
const LABEL = 300
const TOLD = 170
const LABEL_CHARS = 42
const URL_CHARS = 120
const ROW = 22
const BAR = 12

/** What was measured, what the page loads, what to do, and when each request came. */
export function performance(measured: Performance | null): Html {
  if (measured === null) return NOTHING
  const { details } = measured
  return html`${scoreBar('speed', 'Performance score', measured.performance_score)}${factTable(performanceFacts(measured))}${details === undefined ? NOTHING : html`${notes(details.notes)}${todo(details.opportunities, details.page_url)}${weights(details.weights)}${details.lab === null ? NOTHING : waterfall(details.lab, details.page_url)}`}`
}

const notes = (texts: readonly string[]): Html =>
  html`${texts.map((text) => html`<p>${text}</p> `)}`

const headOf = (titles: readonly string[]): Html =>
  html`<thead>
    <tr>
      ${titles.map((title) => html`<th scope="col">${title}</th>`)}
    </tr>
  </thead>`

function todo(rows: readonly Opportunity[], page: string): Html {
  if (rows.length === 0) return NOTHING
  return html`<h3>What would make it faster</h3>
    <table>
      ${headOf(['What', 'Saves', 'How'])}
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <td>${row.title}</td>
              <td>${savingOf(row)}</td>
              <td>
                ${row.advice}${bullets(row.urls.map((url) => html`<code>${shortUrl(url, page, URL_CHARS)}</code>`))}
              </td>
            </tr>`,
        )}
      </tbody>
    </table> `
}

const weights = (rows: readonly Weight[]): Html =>
  html`<h3>What the page loads</h3>
    <table>
      ${headOf(WEIGHT_HEAD)}
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${weightCells(row).map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table> `

/**
 * A bar per request: light while it waits for the first byte, dark while it loads. The words beside
 * say the same, so that nothing is told by colour alone.
 */
function waterfall(lab: LabValues, page: string): Html {
  const bars = waterfallBars(lab, page, LABEL_CHARS)
  if (bars.length === 0) return NOTHING
  const scale = WIDTH - LABEL - TOLD
  const rows = bars.map(({ label, from, firstByte, to, told }, index) => {
    const y = index * ROW
    const x = (share: number) => Math.round(LABEL + share * scale)
    const wide = (start: number, end: number) => Math.max(1, x(end) - x(start))
    return html`<text x="0" y="${y + 15}">${label}</text
      ><rect
        class="track"
        x="${x(from)}"
        y="${y + 4}"
        width="${wide(from, firstByte)}"
        height="${BAR}"
      /><rect
        class="bar"
        x="${x(firstByte)}"
        y="${y + 4}"
        width="${wide(firstByte, to)}"
        height="${BAR}"
      /><text x="${WIDTH - TOLD + 8}" y="${y + 15}">${told}</text>`
  })
  const height = bars.length * ROW
  return html`<h3>Requests over time, in a browser of ours (lab)</h3>
    <svg
      role="img"
      aria-labelledby="waterfall-t waterfall-d"
      viewBox="0 0 ${WIDTH} ${height}"
      width="${WIDTH}"
      height="${height}"
    >
      <title id="waterfall-t">Requests over time</title>
      <desc id="waterfall-d">${bars.map(({ label, told }) => `${label}: ${told}`).join('; ')}</desc>
      ${rows}
    </svg> `
}
