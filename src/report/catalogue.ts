import { CWE_NAMES } from './cwe-names.ts'
import type { CweId, OwaspId } from './finding.ts'

/** Names of the OWASP Top 10 categories, editions 2021 and 2025. */
export const OWASP_NAMES: Readonly<Record<string, string>> = {
  'A01:2021': 'Broken Access Control',
  'A02:2021': 'Cryptographic Failures',
  'A03:2021': 'Injection',
  'A04:2021': 'Insecure Design',
  'A05:2021': 'Security Misconfiguration',
  'A06:2021': 'Vulnerable and Outdated Components',
  'A07:2021': 'Identification and Authentication Failures',
  'A08:2021': 'Software and Data Integrity Failures',
  'A09:2021': 'Security Logging and Monitoring Failures',
  'A10:2021': 'Server-Side Request Forgery (SSRF)',
  'A01:2025': 'Broken Access Control',
  'A02:2025': 'Security Misconfiguration',
  'A03:2025': 'Software Supply Chain Failures',
  'A04:2025': 'Cryptographic Failures',
  'A05:2025': 'Injection',
  'A06:2025': 'Insecure Design',
  'A07:2025': 'Authentication Failures',
  'A08:2025': 'Software or Data Integrity Failures',
  'A09:2025': 'Security Logging & Alerting Failures',
  'A10:2025': 'Mishandling of Exceptional Conditions',
}

/** The official name, or the id itself where the catalogue has none. */
export const cweName = (id: CweId): string => CWE_NAMES[id] ?? id

/** The official name, or the id itself where the catalogue has none. */
export const owaspName = (id: OwaspId): string => OWASP_NAMES[id] ?? id
