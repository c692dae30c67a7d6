import type { Exchange, HttpRequest } from '../../http/exchange.ts'
import { VCS_SYSTEMS, type VcsFile, type VcsSystem } from '../../payloads/vcs.ts'
import { onOrigin, type OriginContext, type Sighting } from '../check.ts'
import { mediaType } from '../support/content.ts'

type Trace = Readonly<{ exchange: Exchange; file: VcsFile; match: string }>

const PATHS = new Set(VCS_SYSTEMS.flatMap(({ files }) => files.map(({ path }) => path)))

export default onOrigin({
  meta: {
    id: 'exposed.vcs',
    title: 'Version control data is public',
    category: 'Exposed resources',
    severity: 'high',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-538',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    // Every file once, and the telling one of each system a second time.
    maxRequests: PATHS.size + VCS_SYSTEMS.length,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'the system: git, svn, hg, bzr or cvs',
    probes: [...PATHS].map((path) => `GET /${path}`),
    description:
      'The folder in which a version control system keeps its data can be read by anybody. From it the ' +
      'source code of the site, its history and often passwords and keys in it can be restored.',
    remediation:
      'Deploy an exported build instead of a working copy, remove the folder from the web root, and let the ' +
      'web server refuse paths that start with a dot. Treat every secret ever committed as known to others.',
    references: [
      'https://cwe.mitre.org/data/definitions/527.html',
      'https://cwe.mitre.org/data/definitions/538.html',
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information',
    ],
  },

  async *run(context) {
    for (const system of VCS_SYSTEMS) {
      const traces = await tracesOf(system, context)
      const [first] = traces
      if (first === undefined || (await context.looksMissing(first.exchange))) continue
      yield await judge(system, traces, first, context)
    }
  },
})

/** Asks for the system's files until one proves it; a plain one needs a second beside it. */
async function tracesOf(
  system: VcsSystem,
  { send, origin }: OriginContext,
): Promise<readonly Trace[]> {
  const answers = new Map<string, Exchange>()
  const traces: Trace[] = []
  for (const file of system.files) {
    const exchange = answers.get(file.path) ?? (await send(requestFor(origin, file)))
    answers.set(file.path, exchange)
    const match = markerIn(exchange, file)
    if (match === null) continue
    traces.push({ exchange, file, match })
    if (file.isDistinct) return traces
  }
  return traces
}

async function judge(
  system: VcsSystem,
  traces: readonly Trace[],
  { exchange, file, match }: Trace,
  { send, origin }: OriginContext,
): Promise<Sighting> {
  const again = markerIn(await send(requestFor(origin, file)), file) !== null
  const isProved = again && traces.some((trace) => trace.file.isDistinct)
  return {
    confidence: isProved ? 'confirmed' : 'likely',
    reason: isProved
      ? 'The file has the format of the system, twice; a made-up name beside it does not exist.'
      : `A made-up name beside it does not exist, but ${again ? 'the format is too plain to be sure' : 'the second answer differed'}.`,
    discriminator: system.id,
    location: 'path',
    evidence: {
      exchange,
      match,
      note: `\`/${file.path}\` answers with the data of a ${system.name} working copy.`,
    },
  }
}

function requestFor(origin: URL, { path }: VcsFile): HttpRequest {
  // The marker stands at the start; databases and indexes behind it may be large.
  return {
    method: 'GET',
    url: new URL(`/${path}`, origin),
    headers: new Headers({ range: 'bytes=0-4095' }),
  }
}

function markerIn({ response }: Exchange, file: VcsFile): string | null {
  if (response.status !== 200 && response.status !== 206) return null
  if (mediaType(response) === 'text/html') return null
  return file.marker.exec(response.body)?.[0] ?? null
}
