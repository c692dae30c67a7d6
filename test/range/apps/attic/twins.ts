import { get, type Reply, type Route } from '../../kit/app.ts'
import { encode, json, redirect, text } from '../../kit/html.ts'
import { BINARY, PLAIN, type WebFile } from './disk.ts'
import { link, notFound, page, prose, type SitePage } from './layout.ts'
import { zip } from './made/archives.ts'
import { opensshPublicKey, rsaPublicPem } from './made/keys.ts'

type Twin = Readonly<{ file: WebFile; why: string }>
const file = (path: string, type: string, content: WebFile['content'], why: string): Twin => ({
  file: { path, type, content },
  why,
})

// Self-signed, of a key that was thrown away: a certificate is public by nature.
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUbL6Z3j6LuJkk3XTyHA0oNif56+4wCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKYXR0aWMudGVzdDAeFw0yNjExMjEyMTAwNTNaFw0zNjExMTgy
MTAwNTNaMBUxEzARBgNVBAMMCmF0dGljLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARj10PczzFl8G+rz+bdowwqUg3TWu6CkJKdP6SQ1s5XLiEFkPQu6ff+
4EiI5xtJnl/9HtcE7BGEk8EEhcRI1h8To1MwUTAdBgNVHQ4EFgQUpL3HPibWbtfl
QIGUZbgP6t9ranswHwYDVR0jBBgwFoAUpL3HPibWbtflQIGUZbgP6t9ranswDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiA872CpHfwhTPJXBWp+mvr7
cw0UKg7KGx05K0suTuiavAIgRw3cU8jxPaVhUqujXEux1mSI1D4g+2OoGV3qEwEE
Wy0=
-----END CERTIFICATE-----
`
const LESSON = `-- Lesson 3: a table for your books.
-- CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT);
-- INSERT INTO books (title) VALUES ('On Oak');
-- Try it yourself, then open lesson 4.
`

/** Files with the names of leftovers and nothing in them that should stay inside. */
export const HARMLESS_FILES: readonly Twin[] = [
  file(
    '/.env.example',
    PLAIN,
    () => 'APP_KEY=\nDB_HOST=localhost\nDB_PASSWORD=change-me\nMAIL_PASSWORD=<your password>\n',
    'documented example without a secret',
  ),
  file('/lessons/backup.sql', 'application/sql', () => LESSON, 'a lesson, only comments'),
  file('/id_rsa.pub', BINARY, opensshPublicKey, 'public half of a key'),
  file('/public.pem', PLAIN, rsaPublicPem, 'public key'),
  file('/server.pem', PLAIN, () => CERTIFICATE, 'certificate'),
  file(
    '/lessons/.npmrc',
    PLAIN,
    () => 'save-exact=true\n//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n',
    'the token is named, not written',
  ),
  file('/lessons/error.log', PLAIN, () => '', 'empty'),
  file(
    '/downloads/catalogue.zip',
    'application/zip',
    () => zip({ 'catalogue/oak.txt': 'Oak table, 1890' }),
    'offered for download by a page',
  ),
]

type PageTwin = Readonly<{ page: SitePage; why: string; isHidden?: boolean }>

/** Pages at the addresses of leftovers; a browser shows them as what they are. */
export const HARMLESS_PAGES: readonly PageTwin[] = [
  {
    page: prose(
      '/journal/access.log',
      'Journal: the log at the access to the loft',
      'It is of oak, from 1890, and closes with a latch. On 02/Mar/2026 Anna oiled it.',
    ),
    why: 'an article with the name of a log',
  },
  {
    page: {
      path: '/journal/database.sql',
      label: 'Journal: our catalogue of wood',
      reply: () =>
        page(
          'Our catalogue of wood',
          '<p>We keep it in a table: <code>CREATE TABLE wood (name TEXT)</code>. Then <code>INSERT INTO wood</code>, day by day.</p>',
        ),
    },
    why: 'an article with the name of a dump',
  },
  {
    page: {
      path: '/journal/.env',
      label: 'Journal: what belongs into an env file',
      reply: () =>
        page(
          'What belongs into an env file',
          '<article><pre>APP_ENV=local\nDB_PASSWORD=correct-horse</pre><p>And never into the web root.</p></article>',
        ),
    },
    why: 'an article with the name of a settings file',
  },
  {
    page: {
      path: '/ideas/',
      label: 'Index of ideas',
      reply: () =>
        page(
          'Index of ideas',
          `<p>Ideas of our customers:</p><ul><li>${link('/ideas/lamp.php', 'A lamp of a plough')}</li><li>${link('/ideas/door.php', 'A table of a door')}</li></ul>`,
        ),
    },
    why: 'a page titled Index of ideas',
  },
  {
    page: {
      path: '/press/',
      label: 'Press pictures',
      reply: () =>
        page(
          'Press pictures',
          `<table><tr><th>Name</th><th>Size</th></tr><tr><td>${link('/press/loft.svg', 'loft.svg')}</td><td>1 kB</td></tr></table>${link('/', 'Up')}`,
        ),
    },
    why: 'a page of downloads, made by hand',
  },
  {
    page: {
      path: '/help.php.bak',
      label: 'Help, earlier edition',
      reply: () =>
        page('Help', '<p>Ask us. This edition is run by PHP, not shown as its source.</p>'),
    },
    why: 'the server runs it: a page, not the source',
    isHidden: true,
  },
]

export const HARMLESS_PICTURE: WebFile = {
  path: '/press/loft.svg',
  type: 'image/svg+xml',
  content: () => '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>',
}

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
