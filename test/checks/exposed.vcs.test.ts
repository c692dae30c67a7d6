import check from '../../src/scanner/checks/origin/exposed.vcs.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const text = (body: string, type = 'text/plain'): Reply => ({
  headers: { 'content-type': type },
  body,
})
const MISSING = html('<h1>Not found</h1>', { status: 404 })

/** A site with these files and an honest 404 for all others. */
const files =
  (known: Readonly<Record<string, Reply>>, otherwise: Reply = MISSING) =>
  ({ url }: HttpRequest): Reply =>
    known[url.pathname.slice(1)] ?? otherwise

const HEAD = text('ref: refs/heads/main\n')
const HASH = text('9fceb02d0ae598e95dc970b74767f19372d61af8\n')
const CONFIG = text('[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n')

testCheck(check, {
  clean: {
    'nothing there': { site: MISSING, requests: 8 },
    'nothing there, said with 200': { site: html('<h1>Nothing here</h1>') },
    'every path answers like a Git head': { site: text('ref: refs/heads/main\n') },
    forbidden: { site: files({ '.git/HEAD': { status: 403, body: 'ref: refs/heads/main\n' } }) },
    'behind a login': {
      site: files({ '.git/HEAD': { status: 401, body: 'ref: refs/heads/main\n' } }),
    },
    'a page about Git': { site: files({ '.git/HEAD': html('ref: refs/heads/main') }) },
    'a text about Git': {
      site: files({ '.git/HEAD': text('The file says\nref: refs/heads/main\n') }),
    },
    'another file called config': {
      site: files({ '.git/config': text('[core]\ntheme = dark\n') }),
    },
    'another file called index': { site: files({ '.git/index': text('DIRCTORY\n') }) },
    'another database': { site: files({ '.svn/wc.db': text('SQLite is a database') }) },
    'a modern entries file says nothing': { site: files({ '.svn/entries': text('12\n') }) },
    'a list of words called requires': {
      site: files({ '.hg/requires': text('flask\nrequests\n') }),
    },
    'a page for CVS': { site: files({ 'CVS/Entries': text('Welcome to CVS/pharmacy\n') }) },
    'a redirect to the front page': { site: { status: 302, headers: { location: '/' } } },
  },
  found: {
    'a Git working copy': {
      site: files({ '.git/HEAD': HEAD, '.git/config': CONFIG }),
      match: 'ref: refs/heads/main',
      confidence: 'confirmed',
      discriminators: ['git'],
      requests: 7,
    },
    'a Git head of another branch, served as a download': {
      site: files({
        '.git/HEAD': text('ref: refs/heads/feature/pay-2.0\n', 'application/octet-stream'),
      }),
      match: 'ref: refs/heads/feature/pay-2.0',
      confidence: 'confirmed',
    },
    'a missing site that answers 200, and a Git head': {
      site: files({ '.git/HEAD': HEAD }, html('<h1>Home</h1>')),
      confidence: 'confirmed',
    },
    'only the Git config': {
      site: files({ '.git/config': CONFIG }),
      match: '[core]\n\trepositoryformatversion =',
      confidence: 'confirmed',
    },
    'only the Git index, in part': {
      site: files({ '.git/index': { ...text('DIRC\0\0\0\u0002\0\0'), status: 206 } }),
      match: 'DIRC',
      confidence: 'confirmed',
    },
    'a hash and nothing else': {
      site: files({ '.git/HEAD': HASH }),
      match: '9fceb02d0ae598e95dc970b74767f19372d61af8',
      confidence: 'likely',
      reason: /too plain/,
    },
    'a detached head': {
      site: files({ '.git/HEAD': HASH, '.git/config': CONFIG }),
      confidence: 'confirmed',
    },
    'it is gone at the second look': {
      site: (request, nth) => (nth < 4 ? files({ '.git/HEAD': HEAD })(request) : MISSING),
      confidence: 'likely',
      reason: /second answer/,
    },
    Subversion: {
      site: files({ '.svn/wc.db': text('SQLite format 3\0\u0004\0') }),
      discriminators: ['svn'],
    },
    'old Subversion': {
      site: files({ '.svn/entries': text('10\n\ndir\n42\nhttp://svn.shop.test/trunk\n') }),
      discriminators: ['svn'],
    },
    Mercurial: {
      site: files({ '.hg/requires': text('dotencode\nfncache\ngeneraldelta\nrevlogv1\nstore\n') }),
      discriminators: ['hg'],
    },
    Bazaar: {
      site: files({ '.bzr/branch-format': text('Bazaar-NG meta directory, format 1\n') }),
      discriminators: ['bzr'],
    },
    CVS: {
      site: files({
        'CVS/Entries': text('/index.php/1.4/Mon Jan  1 00:00:00 2024//\nD/lib////\n'),
      }),
      discriminators: ['cvs'],
    },
    'two systems at once': {
      site: files({
        '.git/HEAD': HEAD,
        '.bzr/branch-format': text('Bazaar-NG meta directory, format 1\n'),
      }),
      discriminators: ['git', 'bzr'],
    },
  },
})
