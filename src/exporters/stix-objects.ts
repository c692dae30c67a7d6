import { owaspName } from '../report/catalogue.ts'
import type { Finding } from '../report/finding.ts'
import type { Report } from '../report/report.ts'
import { cut } from './cut.ts'
import { objectId, observableId } from './stix-id.ts'
import { zonedMillis } from './time-zone.ts'
import { uriOf } from './uri.ts'

export type StixObject = Readonly<{ type: string; id: string } & Record<string, unknown>>

const SPEC = { spec_version: '2.1' } as const
const EVIDENCE_CHARS = 8 * 1024
const CONFIDENCE = { confirmed: 95, likely: 75, possible: 30 } as const

/** What every object of a scan says alike. */
export type Scan = Readonly<{ id: string; at: string; author: string }>

export const scanOf = (report: Report): Scan => ({
  id: report.scan.id,
  at: zonedMillis(report.scan.completed_at),
  author: objectId('identity', 'palisade'),
})

const common = (scan: Scan) => ({
  ...SPEC,
  created: scan.at,
  modified: scan.at,
  created_by_ref: scan.author,
})

export const identity = (scan: Scan): StixObject => ({
  ...SPEC,
  type: 'identity',
  id: scan.author,
  created: scan.at,
  modified: scan.at,
  name: 'Palisade',
  description: 'Web security scanner.',
  identity_class: 'system',
})

export const relationship = (
  scan: Scan,
  source: string,
  relationship_type: string,
  target: string,
): StixObject => ({
  ...common(scan),
  type: 'relationship',
  id: objectId('relationship', scan.id, source, relationship_type, target),
  relationship_type,
  source_ref: source,
  target_ref: target,
})

export const vulnerability = (scan: Scan, row: Finding): StixObject => ({
  ...common(scan),
  type: 'vulnerability',
  id: objectId('vulnerability', scan.id, row.fingerprint),
  name: row.title || row.check_id,
  description: `${row.description}\n\nCVSS ${row.cvss_score.toFixed(1)} ${row.cvss_vector ?? ''}. ${row.method} ${row.url}`,
  confidence: CONFIDENCE[row.confidence],
  labels: [`severity-${row.severity}`, `cvss-${row.cvss_score.toFixed(1)}`, row.check_id],
  external_references: [
    {
      source_name: 'cwe',
      external_id: row.cwe_id,
      description: row.cwe_name || row.cwe_id,
      url: `https://cwe.mitre.org/data/definitions/${row.cwe_id.slice(4)}.html`,
    },
    { source_name: 'owasp', external_id: row.owasp_id, description: owaspName(row.owasp_id) },
    { source_name: 'palisade', external_id: row.fingerprint },
  ],
})

/** One per check and scan: what to do about all its findings. */
export const courseOfAction = (scan: Scan, row: Finding): StixObject => ({
  ...common(scan),
  type: 'course-of-action',
  id: objectId('course-of-action', scan.id, row.check_id),
  name: `Mend: ${row.title || row.check_id}`,
  description: row.remediation,
})

export const infrastructure = (scan: Scan, host: string): StixObject => ({
  ...common(scan),
  type: 'infrastructure',
  id: objectId('infrastructure', scan.id, host),
  name: host || 'target',
  infrastructure_types: ['unknown'],
})

export const note = (scan: Scan, row: Finding, about: readonly string[]): StixObject => ({
  ...common(scan),
  type: 'note',
  id: objectId('note', scan.id, row.fingerprint),
  abstract: `Evidence: ${row.confidence}`,
  content:
    [
      row.confidence_reason,
      cut(row.evidence, EVIDENCE_CHARS),
      row.curl === null ? '' : cut(row.curl, EVIDENCE_CHARS),
    ]
      .filter((part) => part !== '')
      .join('\n\n') || 'No evidence was kept.',
  object_refs: about,
})

export const observedData = (scan: Scan, row: Finding, refs: readonly string[]): StixObject => ({
  ...common(scan),
  type: 'observed-data',
  id: objectId('observed-data', scan.id, row.fingerprint),
  first_observed: row.first_seen === null ? scan.at : zonedMillis(row.first_seen),
  last_observed: row.last_seen === null ? scan.at : zonedMillis(row.last_seen),
  number_observed: 1,
  object_refs: refs,
})

/** Nothing where the text is no URL: the observable must be one. */
export function urlObject(text: string): readonly StixObject[] {
  const value = uriOf(text)
  if (value === null) return []
  return [{ ...SPEC, type: 'url', id: observableId('url', { value }), value }]
}

/** A domain name, or an address where the host is one. */
export function hostObject(hostname: string): StixObject {
  const value = hostname.replace(/^\[|\]$/g, '')
  const type = hostname.startsWith('[')
    ? 'ipv6-addr'
    : /^\d+(?:\.\d+){3}$/.test(value)
      ? 'ipv4-addr'
      : 'domain-name'
  return { ...SPEC, type, id: observableId(type, { value }), value }
}

/** `nginx 1.24`: the last word is the version when it begins with a digit. */
export function software(text: string): StixObject {
  const [, name = text, version] = /^(.+) (\d\S*)$/.exec(text) ?? []
  const made = version === undefined ? { name } : { name, version }
  return { ...SPEC, type: 'software', id: observableId('software', made), ...made }
}

export const report = (scan: Scan, name: string, refs: readonly string[]): StixObject => ({
  ...common(scan),
  type: 'report',
  id: objectId('report', scan.id),
  name,
  report_types: ['vulnerability'],
  published: scan.at,
  object_refs: refs,
})
