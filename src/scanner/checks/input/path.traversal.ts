import { makeComparer } from '../../http/compare.ts'
import { failedBy, type Exchange, type HttpRequest } from '../../http/exchange.ts'
import {
  FILE_NAMES,
  FILE_VALUES,
  NODE_FILES,
  TRAVERSAL_SPELLINGS,
  type FilePair,
  type KnownFile,
  type TraversalSpelling,
} from '../../payloads/files.ts'
import { SOURCE_LANGUAGES } from '../../payloads/backups.ts'
import { onInput, type Input, type InputContext, type Sighting } from '../check.ts'
import { fill } from '../support/fill.ts'

/** An answer this much like the usual one does not depend on the value. */
const SAME_PAGE = 0.98

export default onInput({
  meta: {
    id: 'path.traversal',
    title: 'A value reads files outside of their folder',
    category: 'Access control',
    severity: 'high',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-22',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    // Every spelling; of the one that works three paths that do not exist, and a second file.
    maxRequests: TRAVERSAL_SPELLINGS.length + 4,
    oncePer: 'input',
    profile: 'gate',
    probes: TRAVERSAL_SPELLINGS.map(({ text, needs }) =>
      needs === 'segment'
        ? `GET {folder of the segment}/${text}, sent as it is`
        : `{input}=${text}`,
    ),
    description:
      'A value from the request becomes part of a path, and steps upwards in it are followed: files outside of ' +
      'the folder that is meant come back, such as settings with passwords, source code, and files of the ' +
      'operating system.',
    remediation:
      'Take names of files from a fixed list, or resolve the full path, links included, and refuse it when it ' +
      'does not begin with the folder that is meant. Run the application with rights to its own files only.',
    references: [
      'https://cwe.mitre.org/data/definitions/22.html',
      'https://owasp.org/www-community/attacks/Path_Traversal',
      'https://cheatsheetseries.owasp.org/cheatsheets/Input_Validation_Cheat_Sheet.html',
    ],
  },

  // Browsers' own headers name no files.
  appliesTo: ({ kind }) => kind !== 'header',
  // No file has a made-up name: the usual questions all end at the same "not found".
  asksUnread: ({ kind, value }) => kind === 'path' && FILE_VALUES.test(value),

  async *run(context) {
    const { input } = context
    const isFile = FILE_NAMES.test(input.name) || FILE_VALUES.test(input.value)
    if (!isFile && isIgnored(context)) return
    for (const spelling of TRAVERSAL_SPELLINGS) {
      if (!isFile && spelling.isPlain !== true) continue
      const sighting = await examine(spelling, context)
      if (sighting === null) continue
      if (sighting !== 'contradicted') yield sighting
      return
    }
  },
})

/** Null where nothing came back; the next spelling may fit. */
async function examine(
  spelling: TraversalSpelling,
  context: InputContext,
): Promise<Sighting | 'contradicted' | null> {
  const { input, nonce } = context
  const [file, other] = spelling.files === 'own' ? ownFiles(input) : spelling.files
  const ask = (path: string) => askFor(path, spelling, context)
  const payload = valueFor(file.path, spelling, input)
  if (payload === null) return null
  const exchange = await ask(file.path).catch(refused)
  if (exchange === null) return null
  const match = markerIn(exchange, file, context)
  if (match === null) return null
  // Paths as long as these that no file has: what they give does not come from a file.
  const madeUp = (name: string) => nonce().padEnd(name.length, 'z')
  const elsewhere = file.path.includes('/')
    ? file.path.replace(/^\w+/, madeUp)
    : `${nonce()}/${file.path}`
  const named = [file, other].map(({ path }) => path.replace(/\w+(?:\.\w+)?$/, madeUp))
  for (const path of [...named, elsewhere]) {
    const missing = await ask(path)
    if ([file, other].some(({ marker }) => marker.test(missing.response.body)))
      return 'contradicted'
  }
  const isProved = markerIn(await ask(other.path), other, context) !== null
  return {
    confidence: isProved ? 'confirmed' : 'likely',
    reason: isProved
      ? `${file.path} and ${other.path} came back in their own formats; paths that no file has gave neither.`
      : `${file.path} came back in its own format, and paths that no file has did not; a second file was not found.`,
    evidence: {
      exchange,
      match,
      note: `\`${input.name}\` reads \`${file.path}\` when it is \`${payload}\`.`,
    },
  }
}

/** The value is of no account: the usual page comes for any word. */
const isIgnored = ({ baseline, triage }: InputContext): boolean =>
  makeComparer(baseline).similarityTo(triage.plain, triage.word) >= SAME_PAGE

function ownFiles({ request }: Input): FilePair {
  const [, name = '', ext = ''] = /\/([^/]+\.([^./]+))$/.exec(request.url.pathname) ?? []
  const language = SOURCE_LANGUAGES.find(({ extensions }) => extensions.test(ext.toLowerCase()))
  if (language === undefined) return NODE_FILES
  return [
    { path: name, marker: language.source },
    { path: `index.${ext}`, marker: language.source },
  ]
}

const written = (path: string, { slash = '/' }: TraversalSpelling): string =>
  path.replaceAll('/', slash)

/** Null where the recorded value lacks what the spelling needs. */
function valueFor(
  path: string,
  spelling: TraversalSpelling,
  { kind, value }: Input,
): string | null {
  if (spelling.needs === 'segment' && kind !== 'path') return null
  const folder = /^(.+)\/[^/]*$/.exec(value)?.[1]
  const ext = /\.\w{1,5}$/.exec(value)?.[0]
  if (spelling.needs === 'folder' && folder === undefined) return null
  if (spelling.needs === 'ext' && ext === undefined) return null
  return fill(spelling.text, {
    path: written(path, spelling),
    folder: folder ?? '',
    ext: ext ?? '',
  })
}

const askFor = (
  path: string,
  spelling: TraversalSpelling,
  { input, send, nonce }: InputContext,
): Promise<Exchange> => {
  const value = valueFor(path, spelling, input) ?? path
  return send(spelling.needs === 'segment' ? rawRequest(input, value, nonce()) : input.with(value))
}

/** With text that no URL keeps in place of the segment and of all that follows it. */
function rawRequest({ request, with: put }: Input, text: string, mark: string): HttpRequest {
  const { pathname } = put(mark).url
  const folder = pathname.slice(0, pathname.indexOf(mark))
  return { ...request, wire: { target: folder + text + request.url.search } }
}

/** A server that hangs up on such a path has refused it. */
function refused(error: unknown): null {
  if (failedBy(error, ['unreachable'])) return null
  throw error
}

/** The file's marker, where the answers to harmless values do not show it. */
function markerIn(
  { response }: Exchange,
  { marker }: KnownFile,
  { baseline, triage }: InputContext,
): string | null {
  const usual = [baseline.first, triage.plain, triage.broken]
  if (usual.some((exchange) => marker.test(exchange.response.body))) return null
  return marker.exec(response.body)?.[0] ?? null
}
