import { DUMP_FILES } from '../../payloads/dump-files.ts'
import { onPage } from '../check.ts'
import { findFiles, probesFor, requestsFor } from '../support/exposed-file.ts'

export default onPage({
  meta: {
    id: 'exposed.dump',
    title: 'A copy of the database or the site is public',
    category: 'Exposed resources',
    severity: 'high',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-538',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    // Every name once, and each file that is there again.
    maxRequests: requestsFor(DUMP_FILES),
    oncePer: 'path',
    profile: 'gate',
    probes: probesFor(DUMP_FILES),
    description:
      'A dump of the database or an archive of the site can be downloaded by anybody. It holds what the ' +
      'application keeps of its users, with hashes of passwords, or its source code and settings.',
    remediation:
      'Remove the file from the web root and write copies to a place that the web server cannot reach. Treat ' +
      'the data and every password and key in it as known to others, and change them.',
    references: [
      'https://cwe.mitre.org/data/definitions/530.html',
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information',
    ],
  },

  appliesTo: ({ isFolder }) => isFolder,

  run: (context) => findFiles(DUMP_FILES, context),
})
