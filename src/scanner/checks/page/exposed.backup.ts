import type { Exchange, HttpRequest } from '../../http/exchange.ts'
import { percentDecode } from '../../http/percent.ts'
import {
  ARCHIVE_FORMATS,
  BACKUP_NAMES,
  FOLDER_ARCHIVES,
  SOURCE_LANGUAGES,
  SWAP_FILE,
  type BackupFormat,
} from '../../payloads/backups.ts'
import { onPage, type PageContext, type PageFacts, type Sighting } from '../check.ts'
import { mediaType } from '../support/content.ts'
import { secretsIn } from '../support/exposed-file.ts'
import { fill } from '../support/fill.ts'

type Candidate = Readonly<{ url: URL; formats: readonly BackupFormat[] }>
type Script = Readonly<{ name: string; stem: string; ext: string; source: BackupFormat }>

const READ_CHARS = 4096

export default onPage({
  meta: {
    id: 'exposed.backup',
    title: 'A copy of the source of a page is public',
    category: 'Exposed resources',
    severity: 'high',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-530',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    // Every name once, and each copy that is there again.
    maxRequests: (BACKUP_NAMES.length + FOLDER_ARCHIVES.length) * 2,
    oncePer: 'path',
    profile: 'standard',
    probes: [...BACKUP_NAMES, ...FOLDER_ARCHIVES.map((name) => `../${name}`)].map(
      (name) => `GET ${name}`,
    ),
    description:
      'Beside a page lies a copy of it that an editor, a person or a deployment has left. The server does not ' +
      'run the copy but sends it as it is, so that its source code, and passwords and keys in it, can be read.',
    remediation:
      'Remove the copy from the web root, deploy from a repository instead of editing on the server, and let ' +
      'the web server refuse names that end like backups. Change every secret that the source shows.',
    references: [
      'https://cwe.mitre.org/data/definitions/530.html',
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information',
    ],
  },

  appliesTo: (page) => scriptOf(page) !== null,

  async *run(context) {
    const script = scriptOf(context.page)
    // A page that shows source by itself says nothing by showing it once more.
    if (script === null || script.source.marker.test(context.baseline.first.response.body)) return
    for (const candidate of candidatesFor(context.page.url, script)) {
      const sighting = await lookFor(candidate, context)
      if (sighting !== null) yield sighting
    }
  },
})

/** The page as a file of a language that servers run, or null. */
function scriptOf({ url }: PageFacts): Script | null {
  const [, name = '', stem = '', ext = ''] = /\/(([^/]+)(\.[^./]+))$/.exec(url.pathname) ?? []
  const extension = ext.slice(1).toLowerCase()
  const known = SOURCE_LANGUAGES.find(({ extensions }) => extensions.test(extension))
  if (known === undefined) return null
  const source = { what: `its source in ${known.language}`, marker: known.source }
  return { name, stem, ext, source }
}

function candidatesFor(url: URL, { source, ...names }: Script): readonly Candidate[] {
  const copies = BACKUP_NAMES.map((text) => ({
    url: new URL(fill(text, names), url),
    formats: [source, SWAP_FILE],
  }))
  const folder = /([^/]+)\/[^/]*$/.exec(url.pathname)?.[1]
  if (folder === undefined) return copies
  const archives = FOLDER_ARCHIVES.map((text) => ({
    url: new URL(`../${fill(text, { folder })}`, url),
    formats: ARCHIVE_FORMATS,
  }))
  return [...copies, ...archives]
}

async function lookFor(
  { url, formats }: Candidate,
  { page, send, looksMissing }: PageContext,
): Promise<Sighting | null> {
  const headers = new Headers({ range: `bytes=0-${READ_CHARS - 1}` })
  const request: HttpRequest = { method: 'GET', url, headers }
  const exchange = await send(request)
  const marked = markedBy(exchange, formats)
  if (marked === null || (await looksMissing(exchange))) return null
  const again = markedBy(await send(request), formats) !== null
  return {
    confidence: again ? 'confirmed' : 'likely',
    reason: again
      ? 'The content is source code or an archive, twice, which the page itself does not show; a made-up name beside it does not exist.'
      : 'The page itself does not show it, and a made-up name does not exist, but the second answer differed.',
    location: 'path',
    secrets: secretsIn(exchange.response.body),
    evidence: {
      exchange,
      match: marked.match,
      note: `\`${percentDecode(url.pathname)}\`, a copy of \`${page.url.pathname}\`, answers with ${marked.what}.`,
    },
  }
}

function markedBy(
  { response }: Exchange,
  formats: readonly BackupFormat[],
): { what: string; match: string } | null {
  if (response.status !== 200 && response.status !== 206) return null
  const head = response.body.slice(0, READ_CHARS)
  for (const { what, marker } of formats) {
    const found = marker.exec(head)
    if (found === null) continue
    // A page may print such marks; one that starts with them was not run.
    const isAtStart = head.slice(0, found.index).trim() === ''
    if (mediaType(response) !== 'text/html' || isAtStart) return { what, match: found[0] }
  }
  return null
}
