import { LOG_FILES } from '../../payloads/log-files.ts'
import { onPage } from '../check.ts'
import { findFiles, probesFor, requestsFor } from '../support/exposed-file.ts'

export default onPage({
  meta: {
    id: 'exposed.log',
    title: 'A log file is public',
    category: 'Exposed resources',
    severity: 'medium',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-538',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    // Every name once, and each file that is there again.
    maxRequests: requestsFor(LOG_FILES),
    oncePer: 'path',
    profile: 'gate',
    probes: probesFor(LOG_FILES),
    description:
      'A log of the server or the application can be read by anybody. Logs show addresses of visitors, session ' +
      'ids and tokens in URLs, paths of the installation, and errors with parts of statements and data.',
    remediation:
      'Write logs outside of the folder that the web server serves, and let it refuse names that end in .log. ' +
      'Keep secrets and personal data out of logs, and end the sessions whose ids stand in it.',
    references: [
      'https://cwe.mitre.org/data/definitions/532.html',
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information',
    ],
  },

  appliesTo: ({ isFolder }) => isFolder,

  run: (context) => findFiles(LOG_FILES, context),
})
