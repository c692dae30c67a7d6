import { CONFIG_FILES } from '../../payloads/config-files.ts'
import { onPage } from '../check.ts'
import { findFiles, probesFor, requestsFor } from '../support/exposed-file.ts'

export default onPage({
  meta: {
    id: 'exposed.env',
    title: 'Settings of the application are public',
    category: 'Exposed resources',
    severity: 'high',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-538',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    // Every name once, and each file that is there again.
    maxRequests: requestsFor(CONFIG_FILES),
    oncePer: 'path',
    profile: 'gate',
    probes: probesFor(CONFIG_FILES),
    description:
      'A file with the settings of the application can be read by anybody. Such files hold passwords of ' +
      'databases and mail servers, keys of other services and the secrets that sign sessions, so that whoever ' +
      'reads one can often act as the application itself.',
    remediation:
      'Keep settings outside of the folder that the web server serves, or in the environment of the process, ' +
      'and let the server refuse names that start with a dot. Change every secret that the file shows.',
    references: [
      'https://cwe.mitre.org/data/definitions/538.html',
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information',
    ],
  },

  appliesTo: ({ isFolder }) => isFolder,

  run: (context) => findFiles(CONFIG_FILES, context),
})
