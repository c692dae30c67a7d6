import type { Finding } from '../../report/finding.ts'
import { plain, textCell, type Block, type Cell } from './model.ts'
import { findingAnchor, heading, FULL_FINDINGS, type Part, type Section } from './part.ts'
import { oneLine } from './visible.ts'
import { grouped, placeOf, TRIAGE_WORDS } from './words.ts'

const TITLE_CHARS = 200
const PLACE_CHARS = 300
const REASON_CHARS = 400

/** All findings told in full, with the page of each. */
export const overview: Section = (part) => {
  if (part.issues.length === 0) return []
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
          text: `The ${grouped(FULL_FINDINGS)} most severe findings are described above. The other ${grouped(part.rest.length)} are listed here; their evidence, requests and advice are in the `,
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
        { title: 'Finding', share: 33 },
        { title: 'Place', share: 27 },
        { title: 'CVSS', share: 7, align: 'right' },
        { title: 'Id', share: 18 },
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

/** Findings that somebody accepted or dismissed: they count nowhere and are told here. */
export const suppressedFindings: Section = (part) => {
  if (part.suppressed.length === 0) return []
  return [
    heading(part, 1, 'Accepted and dismissed findings', 'suppressed'),
    {
      kind: 'paragraph',
      text: plain(
        'The owner of the target decided on these findings. They count neither in the grade nor in the risk score.',
      ),
    },
    suppressedTable(part.suppressed),
  ]
}

const suppressedTable = (findings: readonly Finding[]): Block => ({
  kind: 'table',
  columns: [
    { title: 'Severity', share: 13 },
    { title: 'Finding', share: 29 },
    { title: 'Place', share: 24 },
    { title: 'Decision', share: 34 },
  ],
  rows: findings.map((finding) => [
    { kind: 'severity', severity: finding.potential_severity ?? finding.severity },
    textCell(oneLine(finding.title, TITLE_CHARS)),
    textCell(oneLine(placeOf(finding), PLACE_CHARS), 'code'),
    textCell(decisionOf(finding)),
  ]),
})

function decisionOf({ triage }: Finding): string {
  const by = triage.by === null ? '' : ` by ${triage.by}`
  const until = triage.until === null ? '' : ` until ${triage.until.slice(0, 10)}`
  const reason = triage.reason === null ? '' : `: ${triage.reason}`
  return oneLine(`${TRIAGE_WORDS[triage.state]}${by}${until}${reason}`, REASON_CHARS)
}
