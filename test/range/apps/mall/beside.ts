import { get, post, type Received, type Reply, type Route } from '../../kit/app.ts'
import { link } from '../../kit/frame.ts'
import { encode, html, json, text } from '../../kit/html.ts'
import { header, leaf, segment } from '../../kit/values.ts'
import { vcsRoutes } from '../shop/cases/vcs.ts'
import { OLD_LIBRARIES } from '../attic/cases/library.ts'
import { SECRET_FILES } from '../attic/cases/secret.ts'
import type { WebFile } from '../attic/disk.ts'
import { DUMP_FILES } from '../attic/leftovers/dump.ts'
import { ENV_FILES } from '../attic/leftovers/env.ts'
import { LOG_FILES } from '../attic/leftovers/log.ts'
import { FLAWS, type FlawName, type Piece } from './flaws.ts'
import type { Mall } from './mall.ts'
import { rightFor } from './right.ts'

const LIBRARY = OLD_LIBRARIES[1]?.file
const SECRET = SECRET_FILES[0]?.file

/** What people left lying about: settings, a dump, a log. */
export const LYING_ABOUT: readonly (readonly [check: string, file: WebFile])[] = [
  ['exposed.env', ENV_FILES.find(({ path }) => path === '/.env')],
  ['exposed.dump', DUMP_FILES.find(({ path }) => path === '/backup.sql')],
  ['exposed.log', LOG_FILES.find(({ path }) => path === '/debug.log')],
  ['jslib.vulnerable', LIBRARY],
  ['secret.in_client', SECRET],
].flatMap(([check, file]) =>
  typeof check === 'string' && typeof file === 'object' ? [[check, file] as const] : [],
)

const BODIES: readonly (readonly [path: string, body: string])[] = [
  ['/api/stock', "{ item: 3, unit: 'piece' }"],
  ['/api/guide', "{ file: 'guide.txt' }"],
  ['/api/till', "{ host: 'till-1', floor: 2 }"],
  ['/api/find', "{ brand: 'Alder' }"],
]
const CALLS = BODIES.map(
  ([path, body]) => `fetch('${path}', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${body}),
})
`,
).join('')

/** Beside the shelves: where a value stands that no form asks for. All these are wrong. */
export const OTHER_PLACES: readonly (readonly [place: Reader, flaw: FlawName])[] = [
  [['POST', '/api/stock', '/item'], 'in a statement, errors hidden'],
  [['POST', '/api/guide', '/file'], 'names a file'],
  [['POST', '/api/till', '/host'], 'in a command line'],
  [['GET', '/tags/red', 'segment 2'], 'shown as markup'],
  [['GET', '/items/7', 'segment 2'], 'in a statement, errors shown'],
  [['GET', '/welcome', 'user-agent'], 'in a command line, in double quotes'],
]
/** Method, path and the name under which a scanner reports it. */
export type Reader = readonly [method: 'GET' | 'POST', path: string, name: string]

const valueAt = (request: Received, name: string): string => {
  if (name.startsWith('/')) return leaf(request, name)
  if (name === 'segment 2') return segment(request, 2)
  return header(request, name)
}
const shown = (piece: Piece): Reply =>
  typeof piece === 'string' ? html(`<title>Mall</title>${piece}`) : piece

const routeOf = (
  mall: Mall,
  [[method, path, name], flaw]: (typeof OTHER_PLACES)[number],
): Route => {
  const at = name === 'segment 2' ? path.replace(/[^/]+$/, '*') : path
  const answer = async (request: Received): Promise<Reply> => {
    const piece = await FLAWS[flaw](valueAt(request, name), mall, path)
    if (method === 'POST') return typeof piece === 'string' ? json({ answer: piece }) : piece
    return shown(piece)
  }
  return method === 'GET' ? get(at, answer) : post(at, answer)
}

/** Reads its visitors' session wherever they come from. */
const me = get('/api/me', ({ headers: { origin }, cookies }) => ({
  ...json({ session: cookies.get('mall_session') ?? null }),
  headers: {
    'content-type': 'application/json',
    ...(origin !== undefined &&
      /^[!-~]+$/.test(origin) && {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
      }),
  },
}))
const recover = get('/recover', (request) => {
  const host = header(request, 'x-forwarded-host')
  const base = host === '' ? request.origin : `http://${host}`
  return html(`<title>No way in?</title>${link(`${base}/welcome?code=5d1e`, 'Choose a new one')}`)
})

const PATHS = ['/tags/red', '/items/7', '/welcome', '/recover', '/api/me'] as const
export const BESIDE_LINKS: string = PATHS.map((path) => link(path, path)).join(' ')
export const BESIDE_SCRIPTS: string = ['/assets/mall.js', LIBRARY?.path ?? '', SECRET?.path ?? '']
  .map((path) => `<script src="${encode(path)}" defer></script>`)
  .join('')

export const besideRoutes = (mall: Mall): readonly Route[] => [
  get('/assets/mall.js', () => text(CALLS, 200, 'text/javascript')),
  post('/api/find', async (request) =>
    json({ answer: await rightFor('brand')(leaf(request, '/brand'), mall, '/api/find') }),
  ),
  ...OTHER_PLACES.map((place) => routeOf(mall, place)),
  ...LYING_ABOUT.map(([, file]) =>
    get(file.path, () => ({ headers: { 'content-type': file.type }, body: file.content() })),
  ),
  ...vcsRoutes,
  me,
  recover,
]
