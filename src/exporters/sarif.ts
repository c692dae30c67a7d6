import { owaspName } from '../report/catalogue.ts'
import type { Finding } from '../report/finding.ts'
import type { Report } from '../report/report.ts'
import { VERSION } from '../version.ts'
import { cleanReport } from './clean.ts'
import { cut } from './cut.ts'
import { utf8, type Exporter, type ExportOptions } from './exporter.ts'
import { hostOf, placeLine } from './place.ts'
import { rowsOf } from './rows.ts'
import { anchorUri, locationUri, logicalLocation, physicalLocation } from './sarif-location.ts'
import { MESSAGE, cweNumber, levelOf, ruleIdOf, rulesOf, sentence } from './sarif-rules.ts'
import { webMessages, type WebMessages } from './sarif-web.ts'
import { zoned } from './time-zone.ts'

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'
/** GitHub refuses more results in one run. */
const MOST_RESULTS = 25_000
const EVIDENCE_CHARS = 8 * 1024

/** SARIF 2.1.0 (OASIS), with what GitHub code scanning asks for on top. */
export const sarif: Exporter = {
  name: 'sarif',
  contentType: 'application/sarif+json',
  extension: 'sarif',
  version: 1,
  render: (report, options = {}) => utf8(JSON.stringify(logOf(cleanReport(report), options))),
}

function logOf(report: Report, options: ExportOptions) {
  const { issues, suppressed } = rowsOf(report)
  const rows = [...issues, ...suppressed].slice(0, MOST_RESULTS)
  const { rules, indexOf } = rulesOf(rows)
  const web = webMessages(rows)
  const anchor = options.anchor === undefined ? null : anchorUri(options.anchor)
  const run = {
    tool: {
      driver: {
        name: 'Palisade',
        organization: 'Palisade',
        semanticVersion: VERSION,
        ...(options.docsUrl === undefined ? {} : { informationUri: options.docsUrl }),
        rules,
        supportedTaxonomies: [{ name: 'CWE', index: 0 }],
      },
    },
    automationDetails: { id: `web-scan/${hostOf(report.scan.target_url)}/${report.scan.id}` },
    invocations: [invocationOf(report, issues.length + suppressed.length - rows.length)],
    taxonomies: [cweTaxonomy(rows)],
    columnKind: 'utf16CodeUnits',
    ...(web.requests.length > 0 ? { webRequests: web.requests } : {}),
    ...(web.responses.length > 0 ? { webResponses: web.responses } : {}),
    results: rows.map((row) => resultOf(row, { anchor, web, indexOf })),
  }
  return { $schema: SCHEMA, version: '2.1.0', runs: [run] }
}

type Around = Readonly<{
  anchor: string | null
  web: WebMessages
  indexOf: ReadonlyMap<string, number>
}>

function resultOf(row: Finding, around: Around) {
  const id = ruleIdOf(row)
  const parts = messageParts(row)
  const request = around.web.requestOf.get(row)
  const response = around.web.responseOf.get(row)
  return {
    ruleId: id,
    ruleIndex: around.indexOf.get(id) ?? -1,
    level: levelOf(row),
    // GitHub wants the text, other readers put it together from the rule's string.
    message: { text: messageText(parts), id: 'default', arguments: parts },
    locations: [
      {
        physicalLocation: physicalLocation(around.anchor ?? locationUri(row.url)),
        logicalLocations: [logicalLocation(row.url, row.method)],
      },
    ],
    ...(row.instances.length > 0 ? { relatedLocations: row.instances.map(relatedOf) } : {}),
    // Key tails are `v<number>`: importers parse them.
    fingerprints: { 'palisade/v1': row.fingerprint },
    partialFingerprints: { primaryLocationLineHash: `${row.fingerprint.slice(0, 16)}:1` },
    ...(request === undefined ? {} : { webRequest: { index: request } }),
    ...(response === undefined ? {} : { webResponse: { index: response } }),
    ...suppressionOf(row),
    properties: propertiesOf(row),
  }
}

/** Title, place, description, URL: what `MESSAGE` of the rule puts together. */
const messageParts = (row: Finding): readonly string[] =>
  [row.title, placeLine(row), sentence(cut(row.description, 1000)), cut(row.url, 2048)].map(plain)

/** In SARIF messages `[a](b)` is a link (§3.11.6), and a text is one paragraph. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().replaceAll('](', '] (')

const messageText = (parts: readonly string[]): string =>
  MESSAGE.replace(/\{(\d)\}/g, (_, index) => parts[Number(index)] ?? '')

const relatedOf = (place: Finding['instances'][number], index: number) => ({
  id: index + 1,
  physicalLocation: physicalLocation(locationUri(place.url)),
  logicalLocations: [logicalLocation(place.url, place.method)],
  message: { text: plain(`Also at ${placeLine(place)}.`) },
})

function suppressionOf(row: Finding) {
  if (row.triage.state === 'open') return {}
  const justification = [row.triage.state.replaceAll('_', ' '), row.triage.reason]
    .filter(Boolean)
    .join(': ')
  return { suppressions: [{ kind: 'external', status: 'accepted', justification }] }
}

const propertiesOf = (row: Finding) => ({
  url: row.url,
  method: row.method,
  parameter: row.parameter,
  location: row.location,
  confidence: row.confidence,
  confidence_reason: row.confidence_reason,
  cvss_score: row.cvss_score,
  cvss_vector: row.cvss_vector,
  owasp: `${row.owasp_id} ${owaspName(row.owasp_id)}`,
  evidence: cut(row.evidence, EVIDENCE_CHARS),
  remediation: row.ai_remediation ?? row.remediation,
  first_seen: row.first_seen,
  due_date: row.due_date,
})

function invocationOf({ scan, results }: Report, leftOut: number) {
  const notes = [
    ...(scan.error === null ? [] : [{ level: 'error', text: scan.error.message }]),
    ...(results.partial ? [{ level: 'warning', text: 'The scan is partial.' }] : []),
    ...(leftOut > 0 ? [{ level: 'warning', text: `${leftOut} results were left out.` }] : []),
  ]
  return {
    executionSuccessful: scan.status === 'completed',
    startTimeUtc: zoned(scan.started_at),
    endTimeUtc: zoned(scan.completed_at),
    ...(notes.length === 0
      ? {}
      : {
          toolExecutionNotifications: notes.map(({ level, text }) => ({
            level,
            message: { text: sentence(text) },
          })),
        }),
  }
}

function cweTaxonomy(rows: readonly Finding[]) {
  const names = new Map(rows.map((row) => [cweNumber(row), row.cwe_name]))
  return {
    name: 'CWE',
    organization: 'MITRE',
    informationUri: 'https://cwe.mitre.org/data/index.html',
    shortDescription: { text: 'The MITRE Common Weakness Enumeration.' },
    taxa: [...names]
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([id, name]) => ({
        id,
        name: name || `CWE-${id}`,
        shortDescription: { text: sentence(name || `CWE-${id}`) },
        helpUri: `https://cwe.mitre.org/data/definitions/${id}.html`,
        defaultConfiguration: { level: 'warning' },
      })),
  }
}
