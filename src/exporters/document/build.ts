import { gradeOf } from '../../report/grade.ts'
import { summarise } from '../../report/summary.ts'
import { mapTexts } from '../clean.ts'
import { observations, suppressedFindings, suspicions } from './apart.ts'
import { changes } from './changes.ts'
import { passedChecks, untestedChecks } from './checks.ts'
import type { DocumentInput } from './context.ts'
import { executive } from './executive.ts'
import { findings } from './finding.ts'
import { furtherFindings, overview } from './index-table.ts'
import { method } from './method.ts'
import { plain, type Block, type Cover, type Doc } from './model.ts'
import { fullOf, partOf, type Part, type Section } from './part.ts'
import { performance } from './performance.ts'
import { scope } from './scope.ts'
import { oneLine, visible } from './visible.ts'
import { count, grouped, longDate, PROFILE_WORDS, SCAN_TYPE_WORDS } from './words.ts'

/** The order of a report. The method is told once, at the end of the document. */
const SECTIONS: readonly Section[] = [
  executive,
  scope,
  changes,
  overview,
  findings,
  furtherFindings,
  suppressedFindings,
  suspicions,
  observations,
  passedChecks,
  untestedChecks,
  performance,
]
const TITLE = 'Web security report'
const NOTICE =
  'Confidential. This document describes weaknesses and how to reproduce them; give it only to those who mend them or answer for them.'
const TARGET_CHARS = 300

/** One scan, or several as parts of one document in the order given. */
export function documentOf(inputs: readonly [DocumentInput, ...DocumentInput[]]): Doc {
  const [first, ...others] = inputs
  const doc = others.length === 0 ? documentOfOne(first) : documentOfMany(inputs)
  // No text escapes, whatever field it came by.
  return mapTexts(doc, visible)
}

function documentOfOne(input: DocumentInput): Doc {
  const part = partOf(input, 0, '')
  const { scan, summary } = input.report
  const target = oneLine(scan.target_url, TARGET_CHARS)
  return {
    title: `${TITLE}: ${target}`,
    subject: `Scan ${scan.id}, completed ${scan.completed_at}`,
    keywords: ['web security', 'DAST', SCAN_TYPE_WORDS[scan.scan_type]],
    created_at: scan.completed_at,
    cover: { ...coverOf(part), grade: gradeOf(summary) },
    blocks: [...blocksOf(part), ...method(part)],
  }
}

const coverOf = ({ report }: Part): Omit<Cover, 'grade'> => ({
  title: TITLE,
  target: oneLine(report.scan.target_url, TARGET_CHARS),
  date: longDate(report.scan.completed_at),
  summary: report.summary,
  facts: [
    ['Kind of scan', plain(SCAN_TYPE_WORDS[report.scan.scan_type])],
    ['Profile', plain(PROFILE_WORDS[report.scan.profile])],
    ['Authorisation', plain(report.scan.scan_authorized ? 'Confirmed' : 'Not confirmed')],
    ['Requests sent', plain(grouped(report.scan.requests_sent))],
    ['Scan', [{ text: report.scan.id, style: 'code' }]],
  ],
  notice: NOTICE,
})

function documentOfMany(inputs: readonly [DocumentInput, ...DocumentInput[]]): Doc {
  const parts = inputs.map((input, at) => partOf(input, 1, `p${at + 1}-`, fullOf(inputs.length)))
  const title = `${TITLE}: ${count(parts.length, 'scan')}`
  const latest = inputs.map(({ report }) => report.scan.completed_at).reduce(later)
  return {
    title,
    subject: inputs.map(({ report }) => report.scan.id).join(', '),
    keywords: ['web security', 'DAST'],
    created_at: latest,
    cover: {
      title: TITLE,
      target: count(parts.length, 'scan'),
      date: longDate(latest),
      grade: null,
      summary: summarise(parts.flatMap(({ rows }) => rows.issues)),
      facts: parts.map(({ report }) => [
        `Grade ${gradeOf(report.summary)}`,
        plain(oneLine(report.scan.target_url, TARGET_CHARS)),
      ]),
      notice: NOTICE,
    },
    blocks: [
      ...parts.flatMap((part, at) => [partHeading(part, at + 1), ...blocksOf(part)]),
      ...parts.slice(0, 1).flatMap((part) => method({ ...part, depth: 0, prefix: '' })),
    ],
  }
}

const later = (a: string, b: string): string => (a > b ? a : b)

/** Room in points that no page but a fresh one has: each scan begins a page. */
const WHOLE_PAGE = 640

const partHeading = ({ report, prefix }: Part, number: number): Block => ({
  kind: 'heading',
  level: 1,
  text: `Scan ${number}: ${oneLine(report.scan.target_url, TARGET_CHARS)}`,
  anchor: `${prefix}part`,
  keep: WHOLE_PAGE,
})

const blocksOf = (part: Part): readonly Block[] => SECTIONS.flatMap((section) => section(part))
