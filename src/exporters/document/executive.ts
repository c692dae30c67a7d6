import type { Finding } from '../../report/finding.ts'
import { gradeOf } from '../../report/grade.ts'
import { plain, type Block, type Rich } from './model.ts'
import { findingAnchor, heading, type Part, type Section } from './part.ts'
import { counted, trend } from './summary-charts.ts'
import { oneLine } from './visible.ts'
import { count, grouped, longDate, longTime, placeOf, severityList } from './words.ts'
import { SEVERITY_WORDS } from '../facts.ts'

/** Named in the summary as what to mend first. */
const FIRST_STEPS = 5
const PLACE_CHARS = 120
const TITLE_CHARS = 160

export const executive: Section = (part) => [
  heading(part, 1, 'Executive summary', 'summary'),
  { kind: 'paragraph', tone: 'lead', text: verdict(part) },
  { kind: 'paragraph', text: plain(whatWasDone(part)) },
  ...partialNotice(part),
  ...firstSteps(part),
  ...counted(part.rows.issues),
  ...trend(part),
]

function verdict({ report, rows: { issues } }: Part): Rich {
  const { summary } = report
  const result: Rich = [
    { text: `Grade ${gradeOf(summary)}, risk score ${summary.risk_score} of 100. `, style: 'bold' },
  ]
  if (issues.length === 0) {
    return [...result, { text: 'The scan proved no weakness in what it tested.' }]
  }
  const proved = issues.filter((issue) => issue.confidence === 'confirmed').length
  const seen = `${count(issues.length, 'weakness', 'weaknesses')} (${severityList(summary)})`
  const sure =
    proved === issues.length
      ? 'Each was proved: an effect was seen that only the weakness can cause.'
      : `${count(proved, 'of them was', 'of them were')} proved by an effect that only the weakness can cause; the others show strong signs, with one independent confirmation missing.`
  return [...result, { text: `The scan found ${seen}. ${sure}` }]
}

function whatWasDone({ report, rows }: Part): string {
  const unproved = rows.warnings.length
  const { scan, urls, coverage } = report
  const ran = coverage.filter(({ outcome }) => outcome === 'found' || outcome === 'passed').length
  const suspicions =
    unproved === 0
      ? ''
      : ` ${count(unproved, 'unproved suspicion is', 'unproved suspicions are')} listed apart and not counted.`
  return (
    `Between ${longTime(scan.started_at)} and ${longTime(scan.completed_at)}, ${oneLine(scan.target_url, PLACE_CHARS)} was examined ` +
    `with ${count(scan.requests_sent, 'request')} on ${count(urls.length, 'address', 'addresses')}; ` +
    `${count(ran, 'check')} of ${grouped(coverage.length)} ran.${suspicions}`
  )
}

function partialNotice({ report }: Part): readonly Block[] {
  if (!report.results.partial) return []
  return [
    {
      kind: 'paragraph',
      tone: 'notice',
      text: [
        { text: 'This scan is partial. ', style: 'bold' },
        {
          text: 'It met its budget or lost a part of its work. What it did not test is listed under “Not tested”; weaknesses there remain unknown.',
        },
      ],
    },
  ]
}

function firstSteps(part: Part): readonly Block[] {
  if (part.rows.issues.length === 0) return []
  return [
    { kind: 'label', text: 'What to mend first' },
    {
      kind: 'list',
      isNumbered: true,
      items: part.rows.issues.slice(0, FIRST_STEPS).map((issue) => stepOf(part, issue)),
    },
  ]
}

const stepOf = (part: Part, issue: Finding): Rich => [
  { text: oneLine(issue.title, TITLE_CHARS), style: 'bold', to: findingAnchor(part, issue) },
  { text: ` — ${SEVERITY_WORDS[issue.severity].toLowerCase()}, at ` },
  { text: oneLine(placeOf(issue), PLACE_CHARS), style: 'code' },
  { text: issue.due_date === null ? '' : `, due ${longDate(issue.due_date)}` },
]
