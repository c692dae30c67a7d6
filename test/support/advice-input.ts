import type { AdviceInput } from '../../src/ai/port.ts'

/** What advisers are told of a proved SQL injection. */
export const SQL_INJECTION: AdviceInput = {
  check_id: 'sqli.error',
  title: 'SQL injection',
  category: 'Injection',
  severity: 'critical',
  confidence: 'confirmed',
  cvss_score: 9.8,
  cwe_id: 'CWE-89',
  owasp_id: 'A05:2025',
  method: 'GET',
  path: '/product',
  parameter: 'id',
  location: 'query',
  remediation: 'Use prepared statements.',
  instances_count: 1,
}
