import type { PresentedFinding } from '../../report/finding.ts'
import type { PresentedScan } from '../../services/scans/present.ts'

// Examples of the API description. A test holds each of them against its schema.

export const EXAMPLE_ID = '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11'

const FINGERPRINT = '9b2e6d3d6f1a4d0c8e7b5a49382716050f1e2d3c4b5a69788796a5b4c3d2e1f0'

export const FINDING: PresentedFinding = {
  id: '9b2e6d3d6f1a4d0c',
  fingerprint: FINGERPRINT,
  check_id: 'xss.reflected',
  title: 'Reflected cross-site scripting',
  name: 'Reflected cross-site scripting',
  category: 'injection',
  owasp_id: 'A05:2025',
  owasp_2021_id: 'A03:2021',
  cwe_id: 'CWE-79',
  cwe_name: 'Cross-site Scripting',
  severity: 'medium',
  status: 'vulnerable',
  confidence: 'confirmed',
  confidence_reason: 'The marker element came back as markup twice, with a fresh word each time.',
  description: 'A value of the request is written into the page without encoding.',
  evidence: '<i data-k3xq9></i>',
  remediation: 'Encode the value for the place it is written to.',
  references: ['https://cwe.mitre.org/data/definitions/79.html'],
  cvss_score: 6.1,
  cvss_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  potential_severity: null,
  url: 'https://shop.example/search?q=1',
  method: 'GET',
  parameter: 'q',
  location: 'query',
  request: 'GET /search?q=%3Ci%20data-k3xq9%3E HTTP/1.1\r\nHost: shop.example\r\n\r\n',
  response: 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<i data-k3xq9></i>',
  curl: "curl -i 'https://shop.example/search?q=%3Ci%20data-k3xq9%3E'",
  instances_count: 1,
  instances: [{ url: 'https://shop.example/search?q=1', method: 'GET', parameter: 'q' }],
  ai_triage_score: 64,
  ai_remediation: 'Encode `q` for HTML text before it is written into the page.',
  ai_pentest_narrative: 'A link to this page runs script as the shop in the browser of a visitor.',
  ai_source: 'rules',
  first_seen: '2026-11-20T10:01:12',
  last_seen: '2026-11-20T10:01:12',
  due_date: '2027-02-18T10:01:12',
  days_remaining: 90,
  triage: { state: 'open', reason: null, by: null, until: null },
}

export const SUMMARY = { risk_score: 15, critical: 0, high: 0, medium: 1, low: 0, info: 0 }

export const SCAN: PresentedScan = {
  id: EXAMPLE_ID,
  target_url: 'https://shop.example/',
  target_ip: null,
  scan_type: 'vuln',
  status: 'completed',
  tags: ['release-42'],
  notes: '',
  scan_authorized: true,
  started_at: '2026-11-20T10:00:00',
  completed_at: '2026-11-20T10:02:31',
  summary: SUMMARY,
  results: {
    vulnerabilities: [FINDING],
    performance: null,
    tech_stack: ['nginx'],
    partial: false,
  },
  profile: 'standard',
  options: {
    target_url: 'https://shop.example/',
    scan_type: 'vuln',
    profile: 'standard',
    target_ip: null,
    excluded_paths: [],
    scan_speed: 'normal',
    request_delay_ms: null,
    max_duration_s: 3600,
    max_requests: 20_000,
    max_pages: 1000,
    max_depth: 10,
    opt_in: [],
    auth_config: null,
    custom_headers: [],
    webhook: null,
  },
  partial: false,
  error: null,
  retest_of: null,
}

export const LISTED_SCAN: PresentedScan = { ...SCAN, results: null }

export const V1_ITEM = {
  scan_id: EXAMPLE_ID,
  id: EXAMPLE_ID,
  target: SCAN.target_url,
  target_url: SCAN.target_url,
  scan_type: SCAN.scan_type,
  status: SCAN.status,
  summary: SUMMARY,
  started_at: SCAN.started_at,
  completed_at: SCAN.completed_at,
  partial: false,
  error: null,
}

export const V1_SCAN = { ...V1_ITEM, findings: [FINDING] }

export const GATE = {
  passed: true,
  counts: { critical: 0, high: 0, medium: 1, low: 0, info: 0 },
  failing_count: 0,
  failing: [],
  scan_id: EXAMPLE_ID,
  status: 'completed' as const,
  fail_on: 'high' as const,
  min_confidence: 'likely' as const,
  new_only: false,
  partial: false,
  previous_scan_id: null,
}

export const ME = {
  id: 'acc_7d6a4c1b',
  email: 'ops@shop.example',
  name: 'Shop',
  plan: 'gold' as const,
  limits: {
    starts_per_minute: 10,
    bulk_per_minute: 3,
    openapi_per_minute: 10,
    reads_per_minute: 120,
    writes_per_minute: 30,
    exports_per_minute: 20,
    scans_per_day: 2000,
    assets: 250,
    concurrent_scans: 20,
    unfinished_jobs: 20,
    keys: 20,
    domain_cooldown: 6,
  },
  usage: { concurrent_scans: 1, scans_per_day: 12, assets: 3, keys: 2 },
  webhook_signing_secret: 'whsec_c2lnbmluZyBzZWNyZXQgb2YgdGhlIGV4YW1wbGU=',
  key: {
    id: 'k1',
    name: 'CI',
    scopes: ['read', 'scan', 'manage'] as const,
    allowed_hosts: null,
    expires_at: null,
  },
  integrations: { chat: null },
  authorization_confirmed: null,
  allowed_hosts: null,
  created_at: '2026-11-01T08:00:00',
}
