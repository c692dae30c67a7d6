import type { Finding } from '../../report/finding.ts'
import { severityRank } from '../../report/severity.ts'
import { splitEvidence } from '../evidence.ts'
import { severityAs } from '../rows.ts'
import { plain, textCell, type Block, type Cell } from './model.ts'
import { heading, type Part, type Section } from './part.ts'
import { oneLine } from './visible.ts'
import { grouped, placeOf, TRIAGE_WORDS } from './words.ts'

const TITLE_CHARS = 200
const PLACE_CHARS = 300
const REASON_CHARS = 400
/** Rows of each table; the rest is counted. */
const MOST_ROWS = 200

/** Findings that somebody accepted or dismissed: they count nowhere and are told here. */
export const suppressedFindings: Section = (part) =>
  apart(part, part.rows.suppressed, {
    title: 'Accepted and dismissed findings',
    name: 'suppressed',
    lead: 'The owner of the target decided on these findings. They count neither in the grade nor in the risk score.',
    last: 'Decision',
    told: decisionOf,
  })

const byPotential = (a: Finding, b: Finding): number =>
  severityRank(severityAs(a)) - severityRank(severityAs(b))

export const suspicions: Section = (part) =>
  apart(part, part.rows.warnings.toSorted(byPotential), {
    title: 'Unproved suspicions',
    name: 'suspicions',
    lead: 'A pattern or a version was seen, nothing was proved. The severity is what a proof would make of it; these rows count nowhere.',
    last: 'What was seen',
    told: noteOf,
  })

export const observations: Section = (part) =>
  apart(part, part.rows.observations, {
    title: 'Observations',
    name: 'observations',
    lead: 'What is worth knowing and no weakness by itself.',
    last: 'What was seen',
    told: noteOf,
  })

type Apart = Readonly<{
  title: string
  name: string
  lead: string
  last: string
  told(finding: Finding): string
}>

function apart(
  part: Part,
  findings: readonly Finding[],
  { title, name, lead, last, told }: Apart,
): readonly Block[] {
  if (findings.length === 0) return []
  const left = findings.length - MOST_ROWS
  return [
    heading(part, 1, title, name),
    { kind: 'paragraph', text: plain(lead) },
    {
      kind: 'table',
      columns: [
        { title: 'Severity', share: 13 },
        { title: 'Finding', share: 29 },
        { title: 'Place', share: 24 },
        { title: last, share: 34 },
      ],
      rows: findings
        .slice(0, MOST_ROWS)
        .map((finding) => [...cellsOf(finding), textCell(told(finding))]),
    },
    ...(left > 0
      ? [
          {
            kind: 'paragraph',
            tone: 'small',
            text: plain(`${grouped(left)} more are in the JSON and HTML reports.`),
          } as const,
        ]
      : []),
  ]
}

const cellsOf = (finding: Finding): readonly Cell[] => [
  { kind: 'severity', severity: severityAs(finding) },
  textCell(oneLine(finding.title, TITLE_CHARS)),
  textCell(oneLine(placeOf(finding), PLACE_CHARS), 'code'),
]

const noteOf = (finding: Finding): string =>
  oneLine(splitEvidence(finding).note.replaceAll('`', ''), REASON_CHARS)

function decisionOf({ triage }: Finding): string {
  const by = triage.by === null ? '' : ` by ${triage.by}`
  const until = triage.until === null ? '' : ` until ${triage.until.slice(0, 10)}`
  const reason = triage.reason === null ? '' : `: ${triage.reason}`
  return oneLine(`${TRIAGE_WORDS[triage.state]}${by}${until}${reason}`, REASON_CHARS)
}
