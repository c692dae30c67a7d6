import { Gzip } from 'fflate'
import { z } from 'zod'

import { TRIAGE_STATES } from '../report/finding.ts'
import { compareFindings } from '../report/order.ts'
import type { Report } from '../report/report.ts'
import { CONFIDENCES, SEVERITIES, STATUSES } from '../report/severity.ts'
import { concatenated } from './bytes.ts'
import { cleanText } from './clean.ts'
import { readRecords, recordOf } from './csv-records.ts'
import { csvRowOf, type CsvRow } from './csv-row.ts'
import { utf8 } from './exporter.ts'

// findings.csv.gz: every row of a scan as it ended, without scan, tags and triage, which are laid
// over it when the CSV of an account is read (tables.md §8).

/** Columns that hold text as it is; empty stands for null in the last two. */
const TEXTS = [
  'id',
  'fingerprint',
  'title',
  'category',
  'owasp_id',
  'cwe_id',
  'url',
  'method',
  'parameter',
  'description',
  'evidence',
  'remediation',
  'impact',
  'references',
  'first_seen',
  'due_date',
] as const
const HEAD = [
  ...TEXTS,
  'severity',
  'potential_severity',
  'status',
  'confidence',
  'cvss_score',
  'triage',
]

const Words = z.object({
  severity: z.enum(SEVERITIES),
  potential_severity: z.enum(SEVERITIES).nullable(),
  status: z.enum(STATUSES),
  confidence: z.enum(CONFIDENCES),
  cvss_score: z.number(),
  triage: z.enum(TRIAGE_STATES),
})

/** The rows of a report as gzipped CSV; memory holds their compressed form and one row. */
export function storedRows(report: Report): Uint8Array {
  const chunks: Uint8Array[] = []
  const gzip = new Gzip({ mtime: 0 }, (chunk) => chunks.push(chunk))
  gzip.push(utf8(recordOf(HEAD)))
  for (const row of report.results.vulnerabilities.toSorted(compareFindings)) {
    gzip.push(utf8(recordOf(cellsOf(csvRowOf(row)))))
  }
  gzip.push(new Uint8Array(), true)
  return concatenated(chunks)
}

const cellsOf = (row: CsvRow): readonly string[] => [
  ...TEXTS.map((name) => cleanText(row[name] ?? '')),
  row.severity,
  row.potential_severity ?? '',
  row.status,
  row.confidence,
  String(row.cvss_score),
  row.triage.state,
]

/** Reads what `storedRows` wrote, unzipped and in pieces. */
export async function* readStoredRows(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let isHead = true
  for await (const cells of readRecords(pieces)) {
    if (!isHead) yield rowOf(cells)
    else if (cells.join() !== HEAD.join()) throw new Error('Not the stored rows of a scan')
    isHead = false
  }
}

function rowOf(cells: readonly string[]): CsvRow {
  const cell = (name: string): string => cells[HEAD.indexOf(name)] ?? ''
  const texts = Object.fromEntries(TEXTS.map((name, at) => [name, cells[at] ?? '']))
  const { triage, ...words } = Words.parse({
    severity: cell('severity'),
    potential_severity: cell('potential_severity') || null,
    status: cell('status'),
    confidence: cell('confidence'),
    cvss_score: Number(cell('cvss_score')),
    triage: cell('triage'),
  })
  // oxlint-disable-next-line no-unsafe-type-assertion -- the head was compared: these are TEXTS
  const row = { ...texts, ...words, triage: { state: triage } } as unknown as CsvRow
  return { ...row, first_seen: row.first_seen || null, due_date: row.due_date || null }
}
