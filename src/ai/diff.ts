import { SEVERITIES } from '../report/severity.ts'
import type { DiffInput, DiffIssue } from './port.ts'

/** Titles named in a sentence; the rest is counted. */
const NAMED = 3

/** What changed, in words that the same difference always gets. */
export function diffSummary(diff: DiffInput): string {
  const isNothing = diff.added.length + diff.fixed.length + diff.unchanged.length === 0
  if (isNothing) return otherTarget(diff, 'Neither scan has an open finding.')
  if (diff.added.length === 0 && diff.fixed.length === 0) {
    return otherTarget(diff, `Nothing changed: ${findings(diff.unchanged)} as before.`)
  }
  const parts = [
    diff.added.length > 0 ? `${findings(diff.added)} new${named(diff.added)}` : 'nothing new',
    diff.fixed.length > 0
      ? `${findings(diff.fixed)} ${diff.isSameTarget ? 'fixed' : 'gone'}${named(diff.fixed)}`
      : diff.isSameTarget
        ? 'nothing fixed'
        : 'nothing gone',
    `${diff.unchanged.length} unchanged`,
  ]
  const sentence = `${parts.join('; ')}.`
  return otherTarget(diff, sentence.charAt(0).toUpperCase() + sentence.slice(1))
}

const otherTarget = ({ isSameTarget }: DiffInput, text: string): string =>
  isSameTarget ? text : `The scans are of different targets. ${text}`

const findings = (issues: readonly DiffIssue[]): string =>
  `${issues.length} ${issues.length === 1 ? 'finding' : 'findings'}`

/** ` (1 high: Reflected XSS; 2 low: …)`, most severe first. */
function named(issues: readonly DiffIssue[]): string {
  const groups = SEVERITIES.flatMap((severity) => {
    const titles = issues.filter((issue) => issue.severity === severity).map(({ title }) => title)
    if (titles.length === 0) return []
    const distinct = [...new Set(titles)]
    const more = distinct.length > NAMED ? ', …' : ''
    return [`${titles.length} ${severity}: ${distinct.slice(0, NAMED).join(', ')}${more}`]
  })
  return ` (${groups.join('; ')})`
}
