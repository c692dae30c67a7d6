import check from '../../src/scanner/checks/page/dir.listing.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { files, MISSING } from '../support/files.ts'
import { html, type Reply } from '../support/site.ts'

const url = 'https://shop.test/files/'
const page = (title: string, links: readonly string[]): Reply =>
  html(
    `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1>` +
      `${links.map((link) => `<a href="${link}">${link}</a>`).join('\n')}</body></html>`,
  )
const listing = (title: string, links: readonly string[] = ['../', 'a.txt', 'b%20c/']) => ({
  url,
  site: files({ '/files/': page(title, links) }),
})

testCheck(check, {
  clean: {
    'a page': { url, site: files({ '/files/': page('Files of the shop', ['a.txt', 'b.txt']) }) },
    'the index of a book': listing('Index of names', ['a.txt', 'b.txt']),
    'the title alone': listing('Index of /files/', []),
    'one entry only': listing('Index of /files/', ['../', 'a.txt', '?C=N;O=D', 'a.txt']),
    'links to other folders': listing('Index of /files/', ['/a.txt', '/other/b.txt']),
    'links to another folder with a name as long': listing('Index of /files/', [
      '/other/a.txt',
      '/other/b.txt',
    ]),
    'a front page with links': {
      url: 'https://shop.test/',
      site: files({ '/': page('Shop', ['a.txt', 'b.txt']) }),
    },
    'it is there at the second look only': {
      url,
      site: (request, nth) =>
        nth === 0 ? html('<h1>Files</h1>') : listing('Index of /files/').site(request),
    },
    'links to other hosts': listing('Index of /files/', [
      'https://cdn.test/files/c',
      'https://cdn.test/files/d',
    ]),
    'links to deeper folders': listing('Index of /files/', ['deep/er/d.txt', 'deep/er/e.txt']),
    'links that are none': listing('Index of /files/', ['http://[', 'http://]']),
    'links to ways of sorting': listing('Index of /files/', ['a.txt', 'b?C=N', 'c?C=M']),
    'styles in the folder': {
      url,
      site: files({
        '/files/': html(
          '<title>Index of /files/</title><link rel=stylesheet href=a.css><link rel=icon href=b.ico>',
        ),
      }),
    },
    'the listing of another folder': listing('Index of /pub/'),
    'every folder is listed, made-up ones too': {
      url,
      site: ({ url: { pathname } }: HttpRequest) =>
        page(`Index of ${pathname}`, ['a.txt', 'b.txt']),
    },
    forbidden: { url, site: { ...page('Index of /files/', ['a', 'b']), status: 403 } },
    'a listing as text': {
      url,
      site: files({
        '/files/': {
          ...page('Index of /files', ['a', 'b']),
          headers: { 'content-type': 'text/plain' },
        },
      }),
    },
    'it is gone at the second look': {
      url,
      site: (request, nth) =>
        nth === 0 ? listing('Index of /files/', ['a', 'b']).site(request) : MISSING,
    },
  },
  found: {
    Apache: {
      ...listing('Index of /files', ['?C=N;O=D', '/', 'a.txt', 'b/']),
      match: '<title>Index of /files</title>',
      confidence: 'confirmed',
      note: /lists 2 entries, a\.txt and b\/ among them/,
      requests: 1,
    },
    nginx: { ...listing('Index of /files/'), note: /Apache or nginx/ },
    IIS: {
      ...listing('shop.test - /files/', ['/', '/files/a.txt', '/files/b.txt']),
      note: /IIS/,
    },
    Python: { ...listing('Directory listing for /files/'), note: /Python/ },
    Tomcat: {
      ...listing('Directory Listing For [/files/]', ['/files/a.txt', '/files/b.txt']),
      note: /Tomcat/,
    },
    Jetty: { ...listing('Directory: /files/'), note: /Jetty/ },
    'serve-index': {
      ...listing('listing directory /files/', ['/files', '/files/a', '/files/b']),
      note: /serve-index/,
    },
    'the root folder': {
      url: 'https://shop.test/',
      site: files({ '/': page('Index of /', ['a.txt', 'b/']) }),
    },
    'a folder with a blank': {
      url: 'https://shop.test/my%20files/',
      site: files({ '/my%20files/': page('Index of /my files/', ['a.txt', 'b/']) }),
    },
    'pages instead of 404': {
      url,
      site: files({ '/files/': page('Index of /files/', ['a', 'b']) }, html('<h1>Shop</h1>')),
    },
  },
  skipped: {
    'a page': { url: 'https://shop.test/files', site: page('Index of /files', ['a', 'b']) },
  },
})
