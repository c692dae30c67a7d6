import type { Finding } from '../../report/finding.ts'
import { textCell, type Cell } from './model.ts'
import { findingAnchor, heading, type Part, type Section } from './part.ts'
import { oneLine } from './visible.ts'
import { grouped, placeOf } from './words.ts'

const TITLE_CHARS = 200
const PLACE_CHARS = 300

/** All findings told in full, with the page of each. */
export const overview: Section = (part) => {
  if (part.rows.issues.length === 0) return []
  return [
    heading(part, 1, 'Overview of findings', 'overview'),
    {
      kind: 'table',
      columns: [
        { title: '#', share: 6, align: 'right' },
        { title: 'Severity', share: 13 },
        { title: 'Finding', share: 35 },
        { title: 'Place', share: 32 },
        { title: 'CVSS', share: 7, align: 'right' },
        { title: 'Page', share: 7, align: 'right' },
      ],
      rows: part.full.map((finding, at) => [
        ...cellsOf(finding, at + 1, findingAnchor(part, finding)),
        { kind: 'page', page: findingAnchor(part, finding) },
      ]),
    },
  ]
}

/** The findings beyond the first 200: a row each, and where to read on. */
export const furtherFindings: Section = (part) => {
  if (part.rest.length === 0) return []
  return [
    heading(part, 1, 'Further findings', 'further'),
    {
      kind: 'paragraph',
      text: [
        {
          text: `The ${grouped(part.full.length)} most severe findings are described above. The other ${grouped(part.rest.length)} are listed here; their evidence, requests and advice are in the `,
        },
        htmlReport(part),
        { text: ' and in the JSON export of the same scan, under the same numbers of identity.' },
      ],
    },
    {
      kind: 'table',
      columns: [
        { title: '#', share: 7, align: 'right' },
        { title: 'Severity', share: 13 },
        { title: 'Finding', share: 30 },
        { title: 'Place', share: 25 },
        { title: 'CVSS', share: 8, align: 'right' },
        { title: 'Id', share: 22 },
      ],
      rows: part.rest.map((finding, at) => [
        ...cellsOf(finding, part.full.length + at + 1),
        textCell(finding.id, 'code'),
      ]),
    },
  ]
}

const htmlReport = ({ context }: Part) =>
  context.html_url?.startsWith('https://')
    ? { text: 'HTML report', link: context.html_url }
    : { text: 'HTML report' }

const cellsOf = (finding: Finding, number: number, to?: string): readonly Cell[] => [
  textCell(String(number)),
  { kind: 'severity', severity: finding.severity },
  {
    kind: 'text',
    text: [
      { text: oneLine(finding.title, TITLE_CHARS), ...(to === undefined ? {} : { to }) },
      ...(finding.parameter === ''
        ? []
        : [{ text: ` (${oneLine(finding.parameter, TITLE_CHARS)})`, style: 'muted' } as const]),
    ],
  },
  textCell(oneLine(placeOf(finding), PLACE_CHARS), 'code'),
  textCell(finding.cvss_score.toFixed(1)),
]
