import type { CheckMeta } from '../../src/scanner/checks/check.ts'
import { foldFindings, type Sightings } from '../../src/scanner/engine/findings.ts'
import type { CheckTally, Hit } from '../../src/scanner/engine/unit.ts'

export const UNHARMFUL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N'

export const meta = (given: Partial<CheckMeta> = {}): CheckMeta => ({
  id: 'demo.sqli',
  title: 'SQL injection',
  category: 'Injection',
  severity: 'critical',
  owasp: 'A05:2025',
  owasp2021: 'A03:2021',
  cwe: 'CWE-89',
  cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  maxRequests: 4,
  oncePer: 'input',
  profile: 'gate',
  probes: [],
  description: 'Input becomes part of a statement.',
  remediation: 'Bind parameters.',
  references: ['https://owasp.org/'],
  ...given,
})

export const hit = (given: Partial<Hit> = {}): Hit => ({
  check_id: 'demo.sqli',
  origin: 'http://shop.test',
  url: 'http://shop.test/item?id=1',
  path_template: '/item',
  method: 'GET',
  location: 'query',
  parameter: 'id',
  discriminator: '',
  confidence: 'confirmed',
  reason: 'The quote broke it, two healed it.',
  cvss: null,
  cwe: null,
  match: 'near "\'": syntax error',
  note: '`id` reaches SQL.',
  request: 'GET /item?id=1%27 HTTP/1.1\r\n\r\n',
  response: 'HTTP/1.1 500 Internal Server Error\r\n\r\nnear "\'": syntax error',
  curl: "curl 'http://shop.test/item?id=1%27'",
  ...given,
})

export const tally = (given: Partial<CheckTally> = {}): CheckTally => ({
  check_id: 'demo.sqli',
  points: 0,
  requests: 0,
  elapsedMs: 0,
  untested: {},
  threw: null,
  ...given,
})

/** The fold of one check over one site; `given` says what was seen. */
export const fold = (given: Partial<Sightings>) =>
  foldFindings({
    hits: [],
    tallies: [],
    checks: [meta()],
    notRun: [],
    targetUrl: 'http://shop.test/',
    origins: ['http://shop.test'],
    ...given,
  })
