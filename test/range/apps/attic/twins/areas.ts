import { get, type Reply, type Route } from '../../../kit/app.ts'
import { encode, json, redirect, text } from '../../../kit/html.ts'
import { notFound, page } from '../layout.ts'
import { zip } from '../made/archives.ts'

type Area = Readonly<{
  prefix: string
  entry: string
  label: string
  why: string
  reply(path: string): Reply
}>

const NOTHING = '<p>There is nothing at this address any more. Try the home page.</p>'
const PACKED = zip({ 'attic/letter.txt': 'Dear friend, this is a box of letters.' })

/** Folders that answer alike to whatever is asked for below them. */
export const AREAS: readonly Area[] = [
  {
    prefix: '/old/',
    entry: '/old/site.php',
    label: 'The old site',
    why: 'answers 200 and a page to everything',
    reply: () => page('Not found', NOTHING),
  },
  {
    prefix: '/echoes/',
    entry: '/echoes/first.php',
    label: 'Echoes',
    why: 'answers 200 and repeats the name, encoded',
    reply: (path) => page('Nothing here', `<p>We have no ${encode(path)}. ${NOTHING}`),
  },
  {
    prefix: '/files/',
    entry: '/files/list.php',
    label: 'Files',
    why: 'answers 200 and plain text to everything',
    reply: () => text('No such file.\n'),
  },
  {
    prefix: '/boxes/',
    entry: '/boxes/may.php',
    label: 'Boxes',
    why: 'answers the same archive to everything',
    reply: () => ({ headers: { 'content-type': 'application/zip' }, body: PACKED }),
  },
  {
    prefix: '/members/',
    entry: '/members/join.php',
    label: 'Members',
    why: 'dot files are forbidden, the rest is not there',
    reply: (path) =>
      path === '/members/join.php'
        ? page('Join', '<p>Write to us.</p>')
        : /\/\./.test(path)
          ? page('Forbidden', '<p>Not for you.</p>', { status: 403 })
          : notFound(),
  },
  {
    prefix: '/api/v1/',
    entry: '/api/v1/prices',
    label: 'Prices as data',
    why: 'answers 404 and JSON',
    reply: (path) =>
      path === '/api/v1/prices' ? json({ oak: 120 }) : json({ error: 'unknown' }, 404),
  },
  {
    prefix: '/api/v2/',
    entry: '/api/v2/prices',
    label: 'Prices as data, second edition',
    why: 'answers 200 and an error in JSON',
    reply: (path) =>
      json(path === '/api/v2/prices' ? { oak: 125 } : { ok: false, error: 'unknown method' }),
  },
  {
    prefix: '/intern/',
    entry: '/intern/desk.php',
    label: 'For the staff',
    why: 'leads everyone to the login',
    reply: () => redirect('/login.php'),
  },
  {
    prefix: '/.git/',
    entry: '/.git/HEAD',
    label: '',
    why: 'forbidden, whether it is there or not',
    reply: () => page('Forbidden', '<p>Not for you.</p>', { status: 403 }),
  },
  {
    prefix: '/.svn/',
    entry: '/.svn/wc.db',
    label: '',
    why: 'leads to the home page',
    reply: () => redirect('/'),
  },
  {
    prefix: '/.hg/',
    entry: '/.hg/requires',
    label: '',
    why: 'answers 200 and a page',
    reply: () => page('Mercury', '<p>Our barometer holds mercury; revlogv1 is its model.</p>'),
  },
  {
    prefix: '/css/',
    entry: '/css/',
    label: '',
    why: 'a folder that may not be listed',
    reply: () => page('Forbidden', '<p>Not for you.</p>', { status: 403 }),
  },
]

export const areaRoutes: readonly Route[] = AREAS.map(({ prefix, reply }) =>
  get(`${prefix}*`, ({ path }) => reply(path)),
)
export const AREA_LINKS = AREAS.filter(({ label }) => label !== '').map(({ entry, label }) => ({
  path: entry,
  label,
}))
