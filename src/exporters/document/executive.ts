import { OWASP_NAMES } from '../../report/catalogue.ts'
import type { Finding } from '../../report/finding.ts'
import { gradeOf } from '../../report/grade.ts'
import { SEVERITIES } from '../../report/severity.ts'
import { plain, type Bar, type Block, type Rich, type TrendPoint } from './model.ts'
import { findingAnchor, heading, type Part, type Section } from './part.ts'
import { oneLine } from './visible.ts'
import {
  count,
  grouped,
  longDate,
  longTime,
  placeOf,
  severityList,
  SEVERITY_WORDS,
} from './words.ts'

/** Named in the summary as what to mend first. */
const FIRST_STEPS = 5
const TREND_POINTS = 12
const PLACE_CHARS = 120
const TITLE_CHARS = 160

export const executive: Section = (part) => [
  heading(part, 1, 'Executive summary', 'summary'),
  { kind: 'paragraph', tone: 'lead', text: verdict(part) },
  { kind: 'paragraph', text: plain(whatWasDone(part)) },
  ...partialNotice(part),
  ...firstSteps(part),
  { kind: 'bars', title: 'Findings by severity', bars: severityBars(part.issues) },
  { kind: 'bars', title: 'Findings by OWASP Top 10 category (2025)', bars: owaspBars(part.issues) },
  ...trend(part),
]

function verdict({ report, issues }: Part): Rich {
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

function whatWasDone({ report, unproved }: Part): string {
  const { scan, urls, coverage } = report
  const ran = coverage.filter(({ outcome }) => outcome === 'found' || outcome === 'passed').length
  const suspicions =
    unproved === 0
      ? ''
      : ` ${count(unproved, 'unproved suspicion is', 'unproved suspicions are')} kept in the data of the scan and not counted here.`
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
  if (part.issues.length === 0) return []
  return [
    { kind: 'label', text: 'What to mend first' },
    {
      kind: 'list',
      isNumbered: true,
      items: part.issues.slice(0, FIRST_STEPS).map((issue) => stepOf(part, issue)),
    },
  ]
}

const stepOf = (part: Part, issue: Finding): Rich => [
  { text: oneLine(issue.title, TITLE_CHARS), style: 'bold', to: findingAnchor(part, issue) },
  { text: ` — ${SEVERITY_WORDS[issue.severity].toLowerCase()}, at ` },
  { text: oneLine(placeOf(issue), PLACE_CHARS), style: 'code' },
  { text: issue.due_date === null ? '' : `, due ${longDate(issue.due_date)}` },
]

const severityBars = (issues: readonly Finding[]): readonly Bar[] =>
  SEVERITIES.map((severity) => ({
    label: SEVERITY_WORDS[severity],
    parts: [{ severity, count: issues.filter((issue) => issue.severity === severity).length }],
  }))

/** The categories of the present edition in their order, each with its counts by severity. */
const owaspBars = (issues: readonly Finding[]): readonly Bar[] =>
  Object.entries(OWASP_NAMES)
    .filter(([id]) => id.endsWith(':2025'))
    .map(([id, name]) => {
      const inside = issues.filter((issue) => issue.owasp_id === id)
      return {
        label: `${id.slice(0, 3)} ${name}`,
        parts: SEVERITIES.map((severity) => ({
          severity,
          count: inside.filter((issue) => issue.severity === severity).length,
        })).filter((piece) => piece.count > 0),
      }
    })

/** With one scan alone there is no trend. */
function trend({ report, context }: Part): readonly Block[] {
  const earlier = context.history.slice(1 - TREND_POINTS)
  if (earlier.length === 0) return []
  const points: readonly TrendPoint[] = [
    ...earlier,
    { completed_at: report.scan.completed_at, summary: report.summary },
  ].map(({ completed_at, summary }) => ({
    date: completed_at.slice(0, 10),
    grade: gradeOf(summary),
    summary,
  }))
  return [{ kind: 'trend', title: 'Findings and risk over the scans of this target', points }]
}
