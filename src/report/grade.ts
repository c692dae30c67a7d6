import type { Summary } from './report.ts'

export const GRADES = ['A+', 'A', 'B', 'C', 'D', 'F'] as const
export type Grade = (typeof GRADES)[number]

/** Decisions 31: the highest risk score of each grade. */
const GRADE_BY_RISK: readonly (readonly [most: number, grade: Grade])[] = [
  [0, 'A+'],
  [10, 'A'],
  [25, 'B'],
  [45, 'C'],
  [70, 'D'],
  [100, 'F'],
]
/** One row of such a severity allows this grade at best. */
const CAPS = { critical: 'F', high: 'C' } as const satisfies Partial<Record<keyof Summary, Grade>>

/** The badge's grade of a scan. */
export function gradeOf(summary: Summary): Grade {
  const earned = GRADE_BY_RISK.find(([most]) => summary.risk_score <= most)?.[1] ?? 'F'
  const caps = (['critical', 'high'] as const).filter((severity) => summary[severity] > 0)
  return caps.reduce((grade, severity) => worse(grade, CAPS[severity]), earned)
}

const worse = (a: Grade, b: Grade): Grade => (GRADES.indexOf(a) > GRADES.indexOf(b) ? a : b)
