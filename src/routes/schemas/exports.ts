import { z } from '@hono/zod-openapi'

import { LIMITS } from '../../limits.ts'
import { SEVERITIES } from '../../report/severity.ts'

/** What may be asked of an export; each route takes the ones that concern its format. */
const QUERY = {
  anchor: z.string().min(1).max(LIMITS.urlLength).optional().openapi({
    description: 'A path of the repository that all results point to.',
    example: '.github/workflows/scan.yml',
  }),
  fail_on: z.enum(SEVERITIES).optional().openapi({
    description: 'Findings below it pass with a note. Default: low.',
  }),
  profile: z.enum(['palisade', 'defectdojo']).optional().openapi({
    description: 'Which columns. Default: palisade.',
  }),
  include: z.enum(['all']).optional().openapi({
    description: 'Rows of every status, not findings alone.',
  }),
}

/** What the CSV of one scan and of all scans can be asked. */
export const CsvQuery = z.object({ profile: QUERY.profile, include: QUERY.include })

export const ExportQuery = z.object(QUERY)
export type ExportQuery = z.infer<typeof ExportQuery>

/** One route of a format: what its description says, and the name the registry has for it. */
export type ExportRoute = Readonly<{
  path: string
  format: string
  operationId: string
  summary: string
  tag: 'Exports' | 'v1'
  mediaType: string
  query: z.ZodObject
  schema: z.ZodType
  /** It may be made while the client waits, and after it. */
  isLarge?: true
  example?: unknown
}>

/** Bytes of a file. */
export const FILE = z.string().openapi({ format: 'binary' })
const ANY_OBJECT = z.record(z.string(), z.unknown())
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

const SARIF = {
  format: 'sarif',
  mediaType: 'application/sarif+json',
  query: ExportQuery.pick({ anchor: true }),
  schema: ANY_OBJECT,
  example: {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'Palisade', rules: [] } }, results: [] }],
  },
}
const DEFECTDOJO = {
  tag: 'Exports',
  format: 'defectdojo',
  summary: 'Export a scan for the Generic Findings Import of DefectDojo',
  mediaType: 'application/json',
  query: z.object({}),
  schema: ANY_OBJECT,
  example: { name: 'Palisade', type: 'Palisade', findings: [] },
} as const

/** The API document's routes first (L183, L192-197), then those of tables.md §6. */
export const EXPORT_ROUTES: readonly ExportRoute[] = [
  {
    ...SARIF,
    path: '/api/v1/scan/{scan_id}/sarif',
    operationId: 'v1ExportSarif',
    summary: 'Export a scan as SARIF 2.1.0',
    tag: 'v1',
  },
  {
    ...SARIF,
    path: '/api/scan/{scan_id}/sarif',
    operationId: 'exportSarif',
    summary: 'Export a scan as SARIF 2.1.0',
    tag: 'Exports',
  },
  {
    path: '/api/scan/{scan_id}/report',
    format: 'pdf',
    operationId: 'exportPdf',
    summary: 'Export a scan as PDF',
    tag: 'Exports',
    mediaType: 'application/pdf',
    query: z.object({}),
    schema: FILE,
    isLarge: true,
  },
  {
    path: '/api/scan/{scan_id}/docx',
    format: 'docx',
    operationId: 'exportDocx',
    summary: 'Export a scan as Word document',
    tag: 'Exports',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    query: z.object({}),
    schema: FILE,
    isLarge: true,
  },
  {
    path: '/api/scan/{scan_id}/export/junit.xml',
    format: 'junit',
    operationId: 'exportJunit',
    summary: 'Export a scan as JUnit XML',
    tag: 'Exports',
    mediaType: 'application/xml',
    query: ExportQuery.pick({ fail_on: true }),
    schema: z.string(),
    example: `${XML}<testsuites name="Palisade" tests="0" failures="0"/>`,
  },
  {
    path: '/api/scan/{scan_id}/export/burp',
    format: 'burp',
    operationId: 'exportBurp',
    summary: 'Export a scan as Burp issues',
    tag: 'Exports',
    mediaType: 'application/xml',
    query: z.object({}),
    schema: z.string(),
    example: `${XML}<issues burpVersion="Palisade" exportTime="2026-11-20T10:02:31"/>`,
  },
  {
    path: '/api/scan/{scan_id}/export/stix',
    format: 'stix',
    operationId: 'exportStix',
    summary: 'Export a scan as a STIX 2.1 bundle',
    tag: 'Exports',
    mediaType: 'application/stix+json;version=2.1',
    query: z.object({}),
    schema: ANY_OBJECT,
    example: { type: 'bundle', id: 'bundle--4f0c9f5e-7d6a-5c1b-9a53-0c6d8f0b2a11', objects: [] },
  },
  {
    path: '/api/scan/{scan_id}/export/json',
    format: 'json',
    operationId: 'exportJson',
    summary: 'Export the whole report of a scan as JSON',
    tag: 'Exports',
    mediaType: 'application/json',
    query: z.object({}),
    schema: ANY_OBJECT,
    example: { version: 1, scan: { target_url: 'https://shop.example/' } },
  },
  {
    path: '/api/scan/{scan_id}/export/md',
    format: 'markdown',
    operationId: 'exportMarkdown',
    summary: 'Export a scan as Markdown',
    tag: 'Exports',
    mediaType: 'text/markdown; charset=utf-8',
    query: z.object({}),
    schema: z.string(),
    example: '# Security report: `https://shop.example/`\n',
  },
  {
    path: '/api/scan/{scan_id}/export/html',
    format: 'html',
    operationId: 'exportHtml',
    summary: 'Export a scan as one HTML file',
    tag: 'Exports',
    mediaType: 'text/html; charset=utf-8',
    query: z.object({}),
    schema: z.string(),
    example: '<!doctype html>\n<title>Security report</title>\n',
  },
  {
    path: '/api/scan/{scan_id}/export/csv',
    format: 'csv',
    operationId: 'exportCsv',
    summary: 'Export the findings of a scan as CSV',
    tag: 'Exports',
    mediaType: 'text/csv; charset=utf-8',
    query: CsvQuery,
    schema: z.string(),
    example: 'scan_id,target_url,scan_type\r\n',
  },
  {
    ...DEFECTDOJO,
    path: '/api/scan/{scan_id}/export/defectdojo.json',
    operationId: 'exportDefectDojo',
  },
  {
    ...DEFECTDOJO,
    path: '/api/scan/{scan_id}/export/defectdojo',
    operationId: 'exportDefectDojoByName',
  },
  {
    path: '/api/scan/{scan_id}/export/zip',
    format: 'zip',
    operationId: 'exportZip',
    summary: 'Export a scan in every format as one archive',
    tag: 'Exports',
    mediaType: 'application/zip',
    query: z.object({}),
    schema: FILE,
    isLarge: true,
  },
]
