import { cweName } from '../../src/report/catalogue.ts'
import { dueDate } from '../../src/report/due.ts'
import type { Finding } from '../../src/report/finding.ts'
import { fingerprint, rowId } from '../../src/report/fingerprint.ts'
import { compareFindings } from '../../src/report/order.ts'
import { pathTemplate } from '../../src/report/path-template.ts'
import type { CoverageItem, Report, Summary, UrlItem } from '../../src/report/report.ts'
import { summarise } from '../../src/report/summary.ts'
import { fromIsoSeconds, isoSeconds } from '../../src/report/time.ts'
import { KINDS, type Kind } from './report-fixture-kinds.ts'
import { performanceDetails } from './report-fixture-speed.ts'

const ORIGIN = 'https://shop.example:8443'
const COMPLETED = '2026-11-20T10:42:07'
const SECTIONS = ['shop', 'account', 'blog', 'api', 'search', 'help', 'Übersicht', 'товары']

/**
 * The named fixture of exports: a scan of one shop with `count` vulnerable rows and, beside them, a
 * warning, a suppressed, and a passed or a not-tested row for each kind. The same value every time.
 */
export function reportFixture(count = 1000): Report {
  const issues = Array.from({ length: count }, (_, index) => issueAt(index))
  const vulnerabilities = [...issues, ...KINDS.flatMap(besides)].toSorted(compareFindings)
  return {
    version: 1,
    scan: {
      id: '7d0f8e52-6d0b-4a54-9c53-2f6f4f0c8a10',
      target_url: `${ORIGIN}/`,
      target_ip: null,
      scan_type: 'both',
      profile: 'standard',
      status: 'completed',
      error: null,
      tags: ['release 12', 'shop'],
      scan_authorized: true,
      started_at: '2026-11-20T10:00:00',
      completed_at: COMPLETED,
      requests_sent: 18_214,
      answered_paths: [
        '/',
        ...SECTIONS.map((section) => new URL(`/${section}/{}`, ORIGIN).pathname),
      ],
      origins: [ORIGIN],
      login: 'form',
      engine_version: '0.1.0',
    },
    summary: summarise(vulnerabilities),
    results: {
      vulnerabilities,
      performance: {
        dns_ms: 12,
        ttfb_ms: 184,
        page_size_kb: 412,
        http2: true,
        gzip: true,
        performance_score: 83,
        details: performanceDetails,
      },
      tech_stack: ['jQuery 1.8.1', 'nginx 1.24', 'PHP 8.2'],
      partial: false,
    },
    coverage: KINDS.flatMap(coverageOf),
    urls: issues.slice(0, 400).map(urlItem),
    previous: {
      scan_id: '1b1e4f4e-53f3-4a39-8a1e-6f4d5fd1f0aa',
      completed_at: '2026-11-13T10:40:00',
    },
    trend: [summaryOf(4, 6, 97), summaryOf(3, 6, 95), summaryOf(2, 3, 88)].map((summary, at) => ({
      scan_id: `earlier-${at}`,
      completed_at: `2026-1${at}-01T10:00:00`,
      summary,
    })),
  }
}

const summaryOf = (critical: number, high: number, risk_score: number): Summary => ({
  risk_score,
  critical,
  high,
  medium: 4,
  low: 2,
  info: 0,
})

const pick = <T>(values: readonly T[], index: number): T => {
  const value = values[index % values.length]
  if (value === undefined) throw new Error('Nothing to pick from')
  return value
}

/** The `index`-th vulnerable row: kinds, sections and parameters take turns. */
export function issueAt(index: number): Finding {
  const kind = pick(KINDS, index)
  const round = Math.floor(index / KINDS.length)
  const parameter = pick(kind.parameters, round)
  const url = new URL(`/${pick(SECTIONS, round)}/page-${round}`, ORIGIN)
  if (kind.location === 'query') url.searchParams.set(parameter, '1')
  const { score, severity } = kind
  const first = fromIsoSeconds(round % 3 === 0 ? '2026-11-13T10:40:00' : COMPLETED)
  const due = dueDate(severity, first)
  return {
    ...rowOf(kind, url, parameter, ''),
    severity,
    status: 'vulnerable',
    confidence: round % 4 === 3 ? 'likely' : 'confirmed',
    confidence_reason: 'Seen twice with fresh words; the control was clean.',
    cvss_score: score,
    cvss_vector: kind.cvss,
    evidence: `\`${parameter || url.pathname}\` of ${url.pathname} shows it.\n\n${kind.match}`,
    ...messagesOf(kind, url, parameter, round),
    instances_count: 1 + (round % 3),
    instances: Array.from({ length: round % 3 }, (_, other) => ({
      url: `${url.origin}${url.pathname}/${other + 1}`,
      method: methodOf(kind),
      parameter,
    })),
    ai_triage_score: Math.min(100, Math.round(score * 9) + (round % 10)),
    ai_remediation: `In the handler of ${url.pathname}: ${kind.remediation}`,
    ai_pentest_narrative: `A tester sent ${kind.payload || 'a plain request'} to ${url.pathname} and read the answer.`,
    ai_source: 'rules',
    first_seen: isoSeconds(first),
    last_seen: COMPLETED,
    due_date: due === null ? null : isoSeconds(due),
  }
}

const methodOf = (kind: Kind): string => (kind.location === 'form' ? 'POST' : 'GET')

function rowOf(kind: Kind, url: URL, parameter: string, discriminator: string): Finding {
  const print = fingerprint({
    check_id: kind.check_id,
    origin: url.origin,
    path_template: pathTemplate(url.pathname),
    method: methodOf(kind),
    location: kind.location,
    parameter,
    discriminator,
  })
  return {
    id: rowId(print),
    fingerprint: print,
    check_id: kind.check_id,
    title: kind.title,
    name: kind.title,
    category: kind.category,
    owasp_id: kind.owasp,
    owasp_2021_id: kind.owasp2021,
    cwe_id: kind.cwe,
    cwe_name: cweName(kind.cwe),
    severity: 'info',
    status: 'info',
    confidence: 'confirmed',
    confidence_reason: '',
    description: kind.description,
    evidence: '',
    remediation: kind.remediation,
    references: kind.references,
    cvss_score: 0,
    cvss_vector: null,
    potential_severity: null,
    url: url.href,
    method: methodOf(kind),
    parameter,
    location: kind.location,
    request: null,
    response: null,
    curl: null,
    instances_count: 0,
    instances: [],
    ai_triage_score: null,
    ai_remediation: null,
    ai_pentest_narrative: null,
    ai_source: null,
    first_seen: null,
    last_seen: null,
    due_date: null,
    triage: { state: 'open', reason: null, by: null, until: null },
  }
}

/** Request and response of a usual size: about 400 and 1,400 characters. */
function messagesOf(kind: Kind, url: URL, parameter: string, round: number) {
  const sent = new URL(url)
  if (kind.location === 'query') sent.searchParams.set(parameter, kind.payload)
  const body = kind.location === 'form' ? `${parameter}=${encodeURIComponent(kind.payload)}` : ''
  const request = [
    `${methodOf(kind)} ${sent.pathname}${sent.search} HTTP/1.1`,
    `Host: ${url.host}`,
    'User-Agent: Palisade/0.1',
    'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Cookie: sid=abcd…yz; theme=light',
    '',
    body,
  ].join('\r\n')
  const rows = Array.from(
    { length: 18 },
    (_, row) => `<li>Article ${round * 18 + row}: 12,90 €</li>`,
  )
  const response = [
    'HTTP/1.1 200 OK',
    'Content-Type: text/html; charset=utf-8',
    'Server: nginx/1.24',
    'Set-Cookie: sid=…; Path=/',
    '',
    `<!doctype html>\n<title>Shop</title>\n<p>${kind.match}</p>\n<ul>\n${rows.join('\n')}\n</ul>\n`,
  ].join('\r\n')
  return { request, response, curl: `curl '${sent.href}'` }
}

/** The rows that no export counts as an issue. */
function besides(kind: Kind, index: number): readonly Finding[] {
  const other = { ...kind, check_id: otherCheck(kind) }
  const url = new URL('/', ORIGIN)
  const potential = kind.severity
  const by = 'anna@shop.example'
  const suppressed = rowOf(kind, new URL('/legacy', ORIGIN), kind.parameters[0] ?? '', '')
  return [
    {
      ...rowOf(kind, url, '', 'warning'),
      status: 'warning',
      confidence: 'possible',
      potential_severity: potential,
    },
    {
      ...suppressed,
      evidence: kind.match,
      potential_severity: potential,
      triage: {
        state: 'accepted_risk',
        reason: 'Goes away in May',
        by,
        until: '2027-05-01T00:00:00',
      },
    },
    hasPassed(index)
      ? {
          ...rowOf(other, url, '', 'row:passed'),
          status: 'safe',
          evidence: '60 places tested, nothing found.',
        }
      : {
          ...rowOf(other, url, '', 'row:not_tested'),
          title: `${kind.title}: not tested`,
          evidence: 'Not tested: no browser.',
        },
  ]
}

/** A check of the same family that found nothing: half of them passed, half were not tested. */
const otherCheck = (kind: Kind): string => `${kind.check_id}.other`
const hasPassed = (index: number): boolean => index % 2 === 0

const coverageOf = (kind: Kind, index: number): readonly CoverageItem[] => [
  {
    check_id: kind.check_id,
    outcome: 'found',
    points: 120,
    requests: 480,
    elapsed_ms: 9600,
    reason: null,
  },
  {
    check_id: otherCheck(kind),
    outcome: hasPassed(index) ? 'passed' : 'not_tested',
    points: hasPassed(index) ? 60 : 0,
    requests: hasPassed(index) ? 200 : 0,
    elapsed_ms: hasPassed(index) ? 4000 : 0,
    reason: hasPassed(index) ? null : 'no browser',
  },
]

const urlItem = ({ url, method, parameter }: Finding): UrlItem => ({
  url,
  method,
  source: 'link',
  status: 200,
  content_type: 'text/html',
  parameters: parameter === '' ? [] : [parameter],
})
