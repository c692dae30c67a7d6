import type { Finding } from '../../report/finding.ts'
import type { ChangedFinding, Changes } from './context.ts'
import { plain, textCell, type Block } from './model.ts'
import { heading, type Part, type Section } from './part.ts'
import { oneLine } from './visible.ts'
import { count, longTime, placeOf } from './words.ts'

/** Rows of each table; the rest is counted. */
const MOST_ROWS = 100
const TITLE_CHARS = 200
const PLACE_CHARS = 300

export const changes: Section = (part) => [
  heading(part, 1, 'Change since the previous scan', 'changes'),
  ...(part.context.changes === null ? nothing(part) : told(part.context.changes)),
]

function nothing({ report, rows }: Part): readonly Block[] {
  const text =
    report.previous === null
      ? 'This is the first scan of the target with these settings: there is nothing to compare with.'
      : `The previous comparable scan ended ${longTime(report.previous.completed_at)} (${report.previous.scan_id}). ` +
        `${newSince(rows.issues)} of the ${count(rows.issues.length, 'finding')} of this scan were not known before it.`
  return [{ kind: 'paragraph', text: plain(text) }]
}

/** Both dates are of one scan when it is the first that saw the row. */
const newSince = (issues: readonly Finding[]): number =>
  issues.filter((row) => row.first_seen === row.last_seen).length

function told(known: Changes): readonly Block[] {
  const { previous, new_findings, fixed_findings, unchanged_count } = known
  return [
    {
      kind: 'paragraph',
      text: plain(
        `Compared with the scan of ${longTime(previous.completed_at)} (${previous.scan_id}): ` +
          `${count(new_findings.length, 'new finding')}, ${fixed_findings.length} fixed, ${unchanged_count} unchanged.`,
      ),
    },
    ...tableOf('New', new_findings),
    ...tableOf('Fixed', fixed_findings),
  ]
}

function tableOf(title: string, findings: readonly ChangedFinding[]): readonly Block[] {
  if (findings.length === 0) return []
  const left = findings.length - MOST_ROWS
  return [
    { kind: 'label', text: title },
    {
      kind: 'table',
      columns: [
        { title: 'Severity', share: 14 },
        { title: 'Finding', share: 43 },
        { title: 'Place', share: 43 },
      ],
      rows: findings
        .slice(0, MOST_ROWS)
        .map((finding) => [
          { kind: 'severity', severity: finding.severity },
          textCell(oneLine(finding.title, TITLE_CHARS)),
          textCell(oneLine(placeOf(finding), PLACE_CHARS), 'code'),
        ]),
    },
    ...(left > 0
      ? [{ kind: 'paragraph', tone: 'small', text: plain(`${left} more.`) } as const]
      : []),
  ]
}
