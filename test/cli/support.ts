import pc from 'picocolors'

import type { Terminal } from '../../cli/terminal.ts'
import type { Finding, Scan } from '../../cli/wire.ts'

/** A terminal that remembers what was written to it. */
export function fakeTerminal(options: Readonly<{ columns?: number; isLive?: boolean }> = {}) {
  const written = { out: '', err: '' }
  const terminal: Terminal = {
    out: (text) => {
      written.out += typeof text === 'string' ? text : new TextDecoder().decode(text)
    },
    err: (text) => {
      written.err += text
    },
    isLive: options.isLive ?? false,
    columns: options.columns ?? 80,
    colours: pc.createColors(false),
    flush: () => Promise.resolve(),
  }
  return { terminal, written }
}

export const aFinding = (over: Partial<Finding> = {}): Finding => ({
  id: '9b2e6d3d6f1a4d0c',
  fingerprint: '9b2e6d3d6f1a4d0c8e7b5a49382716050f1e2d3c4b5a69788796a5b4c3d2e1f0',
  check_id: 'xss.reflected',
  title: 'Reflected cross-site scripting',
  cwe_id: 'CWE-79',
  cwe_name: 'Cross-site Scripting',
  owasp_id: 'A05:2025',
  severity: 'high',
  status: 'vulnerable',
  confidence: 'confirmed',
  confidence_reason: 'The marker came back as an element, twice.',
  description: 'A value of the request is written into the page without encoding.',
  evidence: '<i data-k3xq9></i>',
  remediation: 'Encode the value.',
  ai_remediation: null,
  references: ['https://cwe.mitre.org/data/definitions/79.html'],
  cvss_score: 7.1,
  cvss_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  potential_severity: null,
  url: 'http://shop.test/search?q=1',
  method: 'GET',
  parameter: 'q',
  location: 'query',
  request: 'GET /search?q=1 HTTP/1.1',
  response: 'HTTP/1.1 200 OK',
  curl: "curl -i 'http://shop.test/search?q=%3Ci%3E'",
  instances_count: 1,
  ...over,
})

export const aScan = (over: Partial<Scan> = {}): Scan => ({
  id: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11',
  target_url: 'http://shop.test/',
  scan_type: 'vuln',
  profile: 'standard',
  status: 'completed',
  started_at: '2026-11-20T10:00:00',
  completed_at: '2026-11-20T10:01:05',
  summary: { risk_score: 35, critical: 0, high: 1, medium: 0, low: 0, info: 0 },
  results: { vulnerabilities: [aFinding()], performance: null, tech_stack: [], partial: false },
  error: null,
  ...over,
})
