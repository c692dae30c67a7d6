import type { CvssVector, CweId, Location, OwaspId } from '../../src/report/finding.ts'
import type { Severity } from '../../src/report/severity.ts'

/** A class of weakness as a check would tell it; the fixture makes many findings of each. */
export type Kind = Readonly<{
  check_id: string
  title: string
  category: string
  owasp: OwaspId
  owasp2021: OwaspId
  cwe: CweId
  cvss: CvssVector
  /** Of the vector; written out, so that benches in plain Node need no calculator. */
  score: number
  severity: Severity
  location: Location
  parameters: readonly string[]
  payload: string
  match: string
  description: string
  remediation: string
  references: readonly string[]
}>

export const KINDS: readonly Kind[] = [
  {
    check_id: 'sqli.error',
    title: 'SQL injection',
    category: 'Injection',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-89',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    score: 9.8,
    severity: 'critical',
    location: 'query',
    parameters: ['id', 'order', 'category'],
    payload: "1'",
    match: 'You have an error in your SQL syntax near "1\'" at line 1',
    description:
      'The value of a parameter becomes part of an SQL statement. Whoever controls it controls what the database is asked.',
    remediation: 'Bind the value as a parameter of a prepared statement.',
    references: [
      'https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html',
    ],
  },
  {
    check_id: 'xss.reflected',
    title: 'Cross-site scripting (reflected)',
    category: 'Injection',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-79',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:N',
    score: 9.3,
    severity: 'critical',
    location: 'query',
    parameters: ['q', 'name', 'return', 'lang'],
    payload: '"><svg onload=x7f3a()>',
    match: '<input value=""><svg onload=x7f3a()>">',
    description: 'The answer repeats a parameter without encoding it, so that it can carry script.',
    remediation: 'Encode the value for the place it is written to.',
    references: ['https://owasp.org/www-community/attacks/xss/'],
  },
  {
    check_id: 'path.traversal',
    title: 'Path traversal',
    category: 'Access control',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-22',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    score: 7.5,
    severity: 'high',
    location: 'query',
    parameters: ['file', 'template'],
    payload: '../../../../etc/hosts',
    match: '127.0.0.1 localhost',
    description: 'A parameter chooses a file and may leave the folder that was meant.',
    remediation: 'Look the name up in a list, or refuse a path that leaves the folder.',
    references: ['https://owasp.org/www-community/attacks/Path_Traversal'],
  },
  {
    check_id: 'redirect.open',
    title: 'Open redirect',
    category: 'Access control',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-601',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    score: 6.1,
    severity: 'medium',
    location: 'query',
    parameters: ['next', 'url'],
    payload: '//k3xq9.example/',
    match: 'Location: //k3xq9.example/',
    description: 'A parameter decides to which site the answer sends its reader.',
    remediation: 'Accept paths of your own site only.',
    references: ['https://cwe.mitre.org/data/definitions/601.html'],
  },
  {
    check_id: 'csrf.form',
    title: 'Form without protection against cross-site requests',
    category: 'Access control',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-352',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:H/A:N',
    score: 6.5,
    severity: 'medium',
    location: 'form',
    parameters: ['amount', 'email'],
    payload: '10',
    match: '<form action="/transfer" method="post">',
    description: 'A form that changes something carries nothing that another site could not send.',
    remediation: 'Add a token that belongs to the session, and set SameSite on the cookie.',
    references: ['https://owasp.org/www-community/attacks/csrf'],
  },
  {
    check_id: 'cookie.session',
    title: 'Session cookie without HttpOnly',
    category: 'Sessions',
    owasp: 'A02:2025',
    owasp2021: 'A05:2021',
    cwe: 'CWE-1004',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    score: 3.1,
    severity: 'low',
    location: 'cookie',
    parameters: ['sid', 'PHPSESSID'],
    payload: '',
    match: 'Set-Cookie: sid=…; Path=/',
    description: 'Script of the page can read the cookie that carries the session.',
    remediation: 'Set the cookie with HttpOnly.',
    references: ['https://owasp.org/www-community/HttpOnly'],
  },
  {
    check_id: 'header.hsts',
    title: 'Strict-Transport-Security is missing',
    category: 'Transport',
    owasp: 'A04:2025',
    owasp2021: 'A02:2021',
    cwe: 'CWE-319',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
    score: 4.2,
    severity: 'medium',
    location: 'response',
    parameters: [''],
    payload: '',
    match: 'HTTP/1.1 200 OK',
    description: 'Nothing tells the browser to come back by HTTPS only.',
    remediation: 'Send Strict-Transport-Security: max-age=31536000 with every HTTPS answer.',
    references: ['https://www.rfc-editor.org/rfc/rfc6797'],
  },
  {
    check_id: 'dir.listing',
    title: 'Directory listing',
    category: 'Exposure',
    owasp: 'A02:2025',
    owasp2021: 'A05:2021',
    cwe: 'CWE-548',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    score: 5.3,
    severity: 'medium',
    location: 'path',
    parameters: [''],
    payload: '',
    match: '<title>Index of /backup</title>',
    description: 'The web server lists the files of a folder.',
    remediation: 'Turn the automatic index off.',
    references: ['https://cwe.mitre.org/data/definitions/548.html'],
  },
]
