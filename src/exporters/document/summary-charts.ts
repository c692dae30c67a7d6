import { OWASP_NAMES } from '../../report/catalogue.ts'
import type { Finding } from '../../report/finding.ts'
import { gradeOf } from '../../report/grade.ts'
import { SEVERITIES } from '../../report/severity.ts'
import { SEVERITY_WORDS } from '../facts.ts'
import type { Bar, Block, TrendPoint } from './model.ts'
import type { Part } from './part.ts'

const TREND_POINTS = 12

/** The categories are told only where there is something in them. */
export function counted(issues: readonly Finding[]): readonly Block[] {
  const bars = severityBars(issues)
  const severities = {
    kind: 'bars',
    title: 'Findings by severity',
    bars,
    hasLegend: false,
  } as const
  if (issues.length === 0) return [severities]
  const title = 'Findings by OWASP Top 10 category (2025)'
  return [severities, { kind: 'bars', title, bars: owaspBars(issues), hasLegend: true }]
}

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
export function trend({ report }: Part): readonly Block[] {
  const earlier = report.trend.slice(1 - TREND_POINTS)
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
