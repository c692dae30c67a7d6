import type { Opportunity, PerformanceDetails } from '../../report/performance.ts'
import {
  performanceFacts,
  savingOf,
  shortUrl,
  waterfallBars,
  WEIGHT_HEAD,
  weightCells,
} from '../performance-words.ts'
import { plain, textCell, type Block, type Inline } from './model.ts'
import { heading, type Part, type Section } from './part.ts'
import { oneLine } from './visible.ts'

const URL_CHARS = 90
const URLS_SHOWN = 3
const LABEL_CHARS = 38

export const performance: Section = (part) => {
  const measured = part.report.results.performance
  const head = heading(part, 1, 'Performance', 'performance')
  if (measured === null) {
    const text = plain('Performance was not measured in this kind of scan.')
    return [head, { kind: 'paragraph', text }]
  }
  const rows = performanceFacts(measured).map(
    ([label, value], at) =>
      [label, at === 0 ? [{ text: value, style: 'bold' as const }] : plain(value)] as const,
  )
  const { details } = measured
  return [head, { kind: 'facts', rows }, ...(details === undefined ? [] : further(part, details))]
}

function further(part: Part, details: PerformanceDetails): readonly Block[] {
  const { notes, opportunities, weights, lab, page_url } = details
  const bars = lab === null ? [] : waterfallBars(lab, page_url, LABEL_CHARS)
  return [
    ...notes.map((note): Block => ({ kind: 'paragraph', tone: 'small', text: plain(note) })),
    ...(opportunities.length === 0
      ? []
      : [heading(part, 2, 'What would make it faster', 'faster'), todo(opportunities, page_url)]),
    heading(part, 2, 'What the page loads', 'weights'),
    {
      kind: 'table',
      columns: WEIGHT_HEAD.map((title, at) =>
        at === 0 ? { title, share: 40 } : { title, share: 20, align: 'right' },
      ),
      rows: weights.map((row) => weightCells(row).map((cell) => textCell(cell))),
    },
    ...(bars.length === 0
      ? []
      : [
          {
            kind: 'waterfall',
            title: 'Requests over time, in a browser of ours (lab)',
            bars,
          } as const,
        ]),
  ]
}

const todo = (rows: readonly Opportunity[], page: string): Block => ({
  kind: 'table',
  columns: [
    { title: 'What', share: 22 },
    { title: 'Saves', share: 18 },
    { title: 'How', share: 60 },
  ],
  rows: rows.map((row) => {
    const urls = row.urls.slice(0, URLS_SHOWN).map((url): Inline => ({
      text: ` ${oneLine(shortUrl(url, page, URL_CHARS), URL_CHARS)}`,
      style: 'code',
    }))
    return [
      textCell(row.title),
      textCell(savingOf(row)),
      { kind: 'text', text: [{ text: row.advice }, ...urls] },
    ]
  }),
})
