import type { Performance } from '../../report/report.ts'
import { plain, type Fact } from './model.ts'
import { heading, type Section } from './part.ts'

export const performance: Section = (part) => {
  const measured = part.report.results.performance
  return [
    heading(part, 1, 'Performance', 'performance'),
    measured === null
      ? { kind: 'paragraph', text: plain('Performance was not measured in this kind of scan.') }
      : { kind: 'facts', rows: factsOf(measured) },
  ]
}

const factsOf = (measured: Performance): readonly Fact[] => [
  ['Score', [{ text: `${measured.performance_score} of 100`, style: 'bold' }]],
  ['Name resolved in', plain(`${measured.dns_ms} ms`)],
  ['First byte after', plain(`${measured.ttfb_ms} ms`)],
  ['Size of the page', plain(`${measured.page_size_kb} kB`)],
  ['HTTP/2', plain(measured.http2 ? 'yes' : 'no')],
  ['Compression', plain(measured.gzip ? 'yes' : 'no')],
]
