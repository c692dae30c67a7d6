import type { Confidence, Severity } from '../report/severity.ts'
import type { Finding } from '../report/finding.ts'
import type { Report } from '../report/report.ts'
import { VERSION } from '../version.ts'
import { BURP_DTD } from './burp-dtd.ts'
import { burpType } from './burp-types.ts'
import { cut } from './cut.ts'
import { utf8, type Exporter } from './exporter.ts'
import { html, NOTHING, webUrl } from './html-text.ts'
import { pathOf } from './place.ts'
import { rowsOf } from './rows.ts'
import { cdata, element, XML_HEAD, xmlText, type Xml } from './xml.ts'

/** Importers know four severities and fail on any other word. */
const SEVERITY: Readonly<Record<Severity, string>> = {
  critical: 'High',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Information',
}
const CONFIDENCE: Readonly<Record<Confidence, string>> = {
  confirmed: 'Certain',
  likely: 'Firm',
  possible: 'Tentative',
}
const BODY_CHARS = 64 * 1024
const EVIDENCE_CHARS = 16 * 1024

/** Burp Suite's issue XML, as DefectDojo, Dradis and Faraday import it. */
export const burp: Exporter = {
  name: 'burp',
  contentType: 'application/xml',
  extension: 'burp.xml',
  version: 1,
  render(report) {
    const issues = rowsOf(report).issues.map((row) => issue(report, row))
    const root = element(
      'issues',
      { burpVersion: `Palisade ${VERSION}`, exportTime: report.scan.completed_at },
      ...issues,
    )
    return utf8(XML_HEAD + BURP_DTD + root.xml)
  },
}

function issue(report: Report, row: Finding): Xml {
  const path = pathOf(row.url)
  const location = row.parameter === '' ? path : `${path} [${row.parameter} parameter]`
  return element(
    'issue',
    {},
    element('serialNumber', {}, xmlText(serialNumber(row.fingerprint))),
    element('type', {}, xmlText(String(burpType(row.check_id)))),
    element('name', {}, cdata(row.title)),
    host(report, row),
    element('path', {}, cdata(path)),
    element('location', {}, cdata(location || '/')),
    element('severity', {}, xmlText(SEVERITY[row.severity])),
    element('confidence', {}, xmlText(CONFIDENCE[row.confidence])),
    element('issueBackground', {}, cdata(paragraph(row.description))),
    element('remediationBackground', {}, cdata(paragraph(row.remediation))),
    element('references', {}, cdata(references(row))),
    element('vulnerabilityClassifications', {}, cdata(classification(row))),
    element('issueDetail', {}, cdata(detail(row))),
    element('remediationDetail', {}, cdata(paragraph(row.ai_remediation ?? row.remediation))),
    ...messages(row),
  )
}

/** 63 bits of the fingerprint: a positive whole number in every language. */
const serialNumber = (fingerprint: string): string =>
  (BigInt(`0x${fingerprint.slice(0, 16)}`) & 0x7fffffffffffffffn).toString()

/** Importers key hosts by the address, so that it is never empty. */
function host(report: Report, row: Finding): Xml {
  const url = URL.parse(row.url) ?? URL.parse(report.scan.target_url)
  const name = url?.hostname.replace(/^\[|\]$/g, '') ?? 'unknown'
  const origin = url === null ? row.url : url.origin
  return element('host', { ip: report.scan.target_ip ?? name }, xmlText(origin))
}

const paragraph = (text: string): string => html`<p>${text}</p>`.html

const references = ({ references }: Finding): string => {
  const items = references.flatMap((each) => {
    const href = webUrl(each)
    return href === null ? [] : [html`<li><a href="${href}">${each}</a></li>`]
  })
  return items.length === 0
    ? ''
    : html`<ul>
        ${items}
      </ul>`.html
}

const classification = (row: Finding): string =>
  html`<ul>
    <li>
      <a href="https://cwe.mitre.org/data/definitions/${row.cwe_id.slice(4)}.html"
        >${row.cwe_id}: ${row.cwe_name}</a
      >
    </li>
  </ul>`.html

/** What the four severities cannot say stands here. */
const detail = (row: Finding): string =>
  html`<p>
      Severity ${row.severity}, CVSS ${row.cvss_score.toFixed(1)} ${row.cvss_vector ?? ''},
      ${row.owasp_id}. ${row.confidence_reason}
    </p>
    <p>${row.method} ${row.url}</p>
    <pre>${cut(row.evidence, EVIDENCE_CHARS)}</pre>
    ${row.instances_count > 1 ? html`<p>Seen at ${row.instances_count} places.</p>` : NOTHING}
    <p>Fingerprint ${row.fingerprint}</p>`.html

/** An empty message would stop an importer: it is left out. */
function messages(row: Finding): readonly Xml[] {
  if (!row.request) return []
  const request = element('request', { method: row.method, base64: true }, base64(row.request))
  if (!row.response) return [element('requestresponse', {}, request)]
  const response = element('response', { base64: true }, base64(row.response))
  const redirected = element('responseRedirected', {}, xmlText('false'))
  return [element('requestresponse', {}, request, response, redirected)]
}

const base64 = (text: string): Xml =>
  xmlText(Buffer.from(cut(text, BODY_CHARS), 'utf8').toString('base64'))
