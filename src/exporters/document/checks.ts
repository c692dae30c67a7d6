import type { CoverageItem } from '../../report/report.ts'
import { plain, textCell, type Block } from './model.ts'
import { heading, type Part, type Section } from './part.ts'
import { oneLine } from './visible.ts'
import { count, grouped } from './words.ts'

const TITLE_CHARS = 200
const REASON_CHARS = 300

export const passedChecks: Section = (part) => {
  const { passed } = part.rows
  return [
    heading(part, 1, 'Passed checks', 'passed'),
    {
      kind: 'paragraph',
      text: plain(
        passed.length === 0
          ? 'No check ran on all its points without a find.'
          : `${count(passed.length, 'check')} ran on all points and found nothing. That is no proof of absence, but what each looks for was looked for.`,
      ),
    },
    ...(passed.length === 0 ? [] : [passedTable(passed, part.titles)]),
  ]
}

const passedTable = (passed: readonly CoverageItem[], titles: Part['titles']): Block => ({
  kind: 'table',
  columns: [
    { title: 'Looked for', share: 52 },
    { title: 'Check', share: 28 },
    { title: 'Points', share: 10, align: 'right' },
    { title: 'Requests', share: 12, align: 'right' },
  ],
  rows: passed.map((item) => [
    textCell(oneLine(titles.get(item.check_id) ?? item.check_id, TITLE_CHARS)),
    textCell(item.check_id, 'code'),
    textCell(grouped(item.points)),
    textCell(grouped(item.requests)),
  ]),
})

export const untestedChecks: Section = (part) => {
  const untested = part.rows.notTested
  return [
    heading(part, 1, 'Not tested', 'untested'),
    {
      kind: 'paragraph',
      text: plain(
        untested.length === 0
          ? 'Every check that applies to this target was run.'
          : `${count(untested.length, 'check')} did not run, or not to the end. Weaknesses of these kinds may exist.`,
      ),
    },
    ...(untested.length === 0 ? [] : [untestedTable(untested, part.titles)]),
  ]
}

const untestedTable = (untested: readonly CoverageItem[], titles: Part['titles']): Block => ({
  kind: 'table',
  columns: [
    { title: 'Would have looked for', share: 42 },
    { title: 'Check', share: 24 },
    { title: 'Why not', share: 34 },
  ],
  rows: untested.map((item) => [
    textCell(oneLine(titles.get(item.check_id) ?? item.check_id, TITLE_CHARS)),
    textCell(item.check_id, 'code'),
    textCell(reasonOf(item)),
  ]),
})

const reasonOf = ({ outcome, reason }: CoverageItem): string =>
  oneLine(
    `${outcome === 'error' ? 'The check failed: ' : ''}${reason ?? 'no reason given'}`,
    REASON_CHARS,
  )
