import type { Finding } from '../report/finding.ts'
import type { Report } from '../report/report.ts'
import { cleanReport } from './clean.ts'
import { utf8, type Exporter } from './exporter.ts'
import { hostOf } from './place.ts'
import { rowsOf } from './rows.ts'
import { objectId } from './stix-id.ts'
import {
  courseOfAction,
  hostObject,
  identity,
  infrastructure,
  note,
  observedData,
  relationship,
  report as reportObject,
  scanOf,
  software,
  urlObject,
  vulnerability,
  type Scan,
  type StixObject,
} from './stix-objects.ts'

/** A STIX 2.1 bundle. No field of it says "accepted": suppressed findings are not in it. */
export const stix: Exporter = {
  name: 'stix',
  contentType: 'application/stix+json;version=2.1',
  extension: 'stix.json',
  version: 1,
  render: (report) => utf8(JSON.stringify(bundleOf(cleanReport(report)))),
}

function bundleOf(report: Report) {
  const scan = scanOf(report)
  const site = siteObjects(scan, report)
  const found = rowsOf(report).issues.flatMap((row) => issueObjects(scan, site, row))
  const objects = distinct([identity(scan), ...site.objects, ...found])
  const name = `Web security scan of ${report.scan.target_url}`
  const refs = objects.map((each) => each.id)
  return {
    type: 'bundle',
    id: objectId('bundle', scan.id),
    objects: [...objects, reportObject(scan, name, refs)],
  }
}

type Site = Readonly<{ objects: readonly StixObject[]; host: string; name: string }>

/** The host, what it runs, and its name or address. */
function siteObjects(scan: Scan, { scan: { target_url, target_ip }, results }: Report): Site {
  const host = infrastructure(scan, hostOf(target_url))
  const hostname = URL.parse(target_url)?.hostname ?? target_url
  const names = [hostname, ...(target_ip === null ? [] : [bracketed(target_ip)])]
  const parts = [...names.map(hostObject), ...results.tech_stack.map(software)]
  const links = parts.map((part) => relationship(scan, host.id, 'consists-of', part.id))
  return { objects: [host, ...parts, ...links], host: host.id, name: hostname }
}

const bracketed = (ip: string): string => (ip.includes(':') ? `[${ip}]` : ip)

function issueObjects(scan: Scan, site: Site, row: Finding): readonly StixObject[] {
  const weakness = vulnerability(scan, row)
  const fix = courseOfAction(scan, row)
  const observed = [...urlObject(row.url), hostObject(URL.parse(row.url)?.hostname || site.name)]
  const seen = observedData(
    scan,
    row,
    observed.map((each) => each.id),
  )
  return [
    weakness,
    fix,
    ...observed,
    seen,
    note(scan, row, [weakness.id, seen.id]),
    relationship(scan, fix.id, 'mitigates', weakness.id),
    relationship(scan, site.host, 'has', weakness.id),
    relationship(scan, seen.id, 'related-to', weakness.id),
  ]
}

const distinct = (objects: readonly StixObject[]): readonly StixObject[] => [
  ...new Map(objects.map((each) => [each.id, each])).values(),
]
