import { KEY_FILES } from '../../payloads/key-files.ts'
import { onPage } from '../check.ts'
import { findFiles, probesFor, requestsFor } from '../support/exposed-file.ts'

export default onPage({
  meta: {
    id: 'exposed.keys',
    title: 'A private key or password file is public',
    category: 'Exposed resources',
    severity: 'high',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-538',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    // Every name once, and each file that is there again.
    maxRequests: requestsFor(KEY_FILES),
    oncePer: 'path',
    profile: 'gate',
    probes: probesFor(KEY_FILES),
    description:
      'A file with a private key, a token or password hashes can be read by anybody. With it others can ' +
      'log in to servers and services, publish packages, or read traffic that the key protects.',
    remediation:
      'Remove the file from the web root, let the web server refuse names that start with a dot or end in .key ' +
      'and .pem, and replace the key, token or password everywhere it is used.',
    references: [
      'https://cwe.mitre.org/data/definitions/538.html',
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information',
    ],
  },

  appliesTo: ({ isFolder }) => isFolder,

  run: (context) => findFiles(KEY_FILES, context),
})
