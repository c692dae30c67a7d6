import { describe, expect, it } from 'vitest'

import { extractEntries } from '../../../src/scanner/crawl/extract.ts'
import { answer } from './answer.ts'

type Options = Parameters<typeof answer>[1]
const found = (body: string, options: Options = {}): string[] =>
  extractEntries(answer(body, options), 1).map(({ url }) => url.replace('https://shop.test', ''))

type Row = readonly [body: string, ...paths: string[]]
const SCRIPT = { type: 'text/javascript', url: 'https://shop.test/js/app.js' }

const CODE: readonly Row[] = [
  ["fetch('items')", '/items'],
  ["const API = '/api'; fetch(API + '/users/' + id)", '/api', '/users/', '/api/users/1'],
  ['const a = {b: {c: "/x/y"}}; go(a.b.c + "/z")', '/x/y', '/x/y/z'],
  ["u = '/p'.concat('/q')", '/p/q'],
  ["u = ['', 'a1', 'b1'].join('/')", '/a1/b1'],
  ["u = big ? '/big/one' : '/small/one'", '/big/one', '/small/one'],
  ["u = '/c/' + {1: 'red', 2: 'blue'}[n] + '.x'", '/c/', '/c/red.x', '/c/blue.x'],
  ["let u = '/v1'; u += '/list'; go(u)", '/v1', '/list', '/v1/list'],
  ["x.open('GET', '/x/' + 'hr')", '/x/', '/x/hr'],
  ["navigator.sendBeacon('beacon', d)", '/beacon'],
  ["new Worker(new URL('./work', import.meta.url))", '/js/work'],
  ["import('./lazy'); import './side'", '/js/lazy', '/js/side'],
  ["importScripts('one', 'two')", '/js/one', '/js/two'],
  ["c.addAll(['off', '/line'])", '/js/off', '/line'],
  ["precacheAndRoute([{url: 'pre', revision: '1'}])", '/js/pre'],
  ["location.href = 'list/all'", '/list/all'],
  ['el.innerHTML = \'<a href="/made">x</a>\'', '/made'],
  ["t = '\\u002funi\\u002fcode'", '/uni/code'],
  ["d = decodeURIComponent('%2Fde%2Fcoded')", '/de/coded'],
  ['j = JSON.parse("{\\"a\\":\\"/in/json\\"}")', '/in/json'],
  [
    "r = [{path: '/u/:id', component: U, children: [{path: 'edit', component: E}]}]",
    '/u/1',
    '/u/1/edit',
  ],
  ["r = [{path: 'shop', loadChildren: () => import('./shop')}]", '/shop', '/js/shop'],
  ["r = {a: {id: 'a', path: 'adm'}, b: {id: 'b', parentId: 'a', path: ':x'}}", '/adm', '/adm/1'],
  ["k = {'/blog/[slug]': [1], '/(main)/home': [2]}", '/blog/1', '/home'],
  ['//# sourceMappingURL=app.js.map', '/js/app.js.map'],
  ["d = ['js/part-1a2b.js']", '/js/part-1a2b.js'],
  ["if (x { fetch('/kept/anyway')", '/kept/anyway'],
]
const NO_CODE: readonly string[] = [
  "m.get('key'); m.set('a', 'b')",
  "import React from 'react'",
  'a = b + c; d = "x" + "y"',
  "s = 'a/b/c'; t = 'text/html'",
  "a = a + '/'; b = c; c = b",
  "o = {path: 'user.name', message: 'is missing'}",
  'x = \'<p class="a">\'',
  "el.setAttribute('class', 'wide')",
  "open('Settings')",
]

describe('links of code', () => {
  it.each(CODE)('%s', (code, ...paths) => {
    expect(found(code, SCRIPT).toSorted()).toEqual(paths.toSorted())
  })
  it.each(NO_CODE)('nothing in %s', (code) => {
    expect(found(`${code}\nfetch('/control')`, SCRIPT)).toEqual(['/control'])
  })
  it('reads the same in a page, relative to the page', () => {
    expect(found("<script>fetch('items')</script>")).toEqual(['/dir/items'])
    expect(found('<script type="text/template"><a href="/t">x</a></script>')).toEqual(['/t'])
    expect(found('<script type="application/ld+json">{"url":"rel"}</script>')).toEqual(['/dir/rel'])
  })
  it('reads the sources of a source map', () => {
    const map = { version: 3, mappings: '', sourcesContent: ["fetch('/in/source')", null, 'x('] }
    expect(found(JSON.stringify(map), { type: 'application/json' })).toEqual(['/in/source'])
  })
})

const JSON_ROWS: readonly Row[] = [
  ['{"_links":{"next":{"href":"page-2"},"self":{"href":"/s"}}}', '/dir/page-2', '/s'],
  ['{"links":{"related":"rel"}}', '/dir/rel'],
  ['{"find":{"href":"/f{?q,page}","templated":true}}', '/f'],
  ['{"image_url":"pic","downloadUrl":"get/it"}', '/dir/pic', '/dir/get/it'],
  [')]}\',\n{"href":"x1"}', '/dir/x1'],
  ['{"url":"/l1"}\n{"url":"/l2"}', '/l1', '/l2'],
  ['{"html":"<a href=\\"/h\\">x</a>"}', '/h'],
  ['{"/about":["a"],"/users/[id]":[]}', '/about', '/users/1'],
  ['[{"name":"a b","type":"file"},{"name":"sub","type":"directory"}]', '/dir/a%20b', '/dir/sub/'],
  ['{"file":"assets/x.js","css":["assets/y.css"]}', '/dir/assets/x.js', '/dir/assets/y.css'],
  ['{"order":{"href":"/orders/3"}}', '/orders/3'],
]
const NO_JSON: readonly string[] = [
  '{"a":"b/c","path":"user.name","type":"x","note":"see docs"}',
  '{"delete":{"href":"/x/1"},"cancel":{"href":"/x/2"}}',
  '{"end_session_endpoint":"https://shop.test/oidc/end"}',
  '{"href":"/x/3","rel":"y","method":"DELETE"}',
  '{"url":"with spaces in it","src":"1","href":""}',
]

describe('links of JSON', () => {
  it.each(JSON_ROWS)('%s', (body, ...paths) => {
    expect(found(body, { type: 'application/json' }).toSorted()).toEqual(paths.toSorted())
  })
  it.each(NO_JSON)('nothing in %s', (body) => {
    expect(found(body, { type: 'application/json' })).toEqual([])
  })
})

const XML: readonly Row[] = [
  ['<rss><item><link>https://shop.test/i</link><enclosure url="/e"/></item></rss>', '/e', '/i'],
  ['<feed><link rel="next" href="?p=2"/></feed>', '/dir/page?p=2'],
  ['<item><c:encoded><![CDATA[<a href="/c">x</a>]]></c:encoded></item>', '/c'],
  ['<content>&lt;a href="/esc"&gt;x&lt;/a&gt;</content>', '/esc'],
  ['<Url template="/find?q={searchTerms}&amp;p={startPage?}"/>', '/find?q=1&p=1'],
  ['<xs:import namespace="urn:x" schemaLocation="types"/>', '/dir/types'],
  ['<?xml-stylesheet type="text/xsl" href="/t.xsl"?><a/>', '/t.xsl'],
  ['<urlset><url><loc>/a</loc><xhtml:link href="/fr/a"/></url></urlset>', '/a', '/fr/a'],
  ['<p>about /etc and / or a/b</p>'],
]
const TEXT: readonly Row[] = [
  ['Moved to https://shop.test/new. See (https://shop.test/old).', '/new', '/old'],
  ['[Guide](/guide) and [1]: ref\n[top](#top)', '/guide', '/dir/ref'],
  ['CACHE MANIFEST\n# v1\none\nFALLBACK:\n/ off\nNETWORK:\n*', '/dir/one', '/dir/off'],
  ['Nothing of /this/kind is a link.'],
]

describe('links of XML and of plain text', () => {
  it.each(XML)('%s', (body, ...paths) => {
    expect(found(body, { type: 'application/xml' }).toSorted()).toEqual(paths.toSorted())
  })
  it.each(TEXT)('%s', (body, ...paths) => {
    expect(found(body, { type: 'text/plain' })).toEqual(paths)
  })
  it('reads a drawing', () => {
    expect(found('<svg><a xlink:href="/d"/></svg>', { type: 'image/svg+xml' })).toEqual(['/d'])
  })
})

const HEADER_ROWS: readonly (readonly [name: string, value: string, ...paths: string[]])[] = [
  ['sourcemap', 'app.map', '/dir/app.map'],
  ['x-pingback', 'https://shop.test/ping', '/ping'],
  ['hx-redirect', '/hx', '/hx'],
  ['hx-location', '{"path":"/hl","target":"#x"}', '/hl'],
  ['speculation-rules', '"/rules", "/more"', '/rules', '/more'],
  ['content-security-policy', "default-src 'self'; report-uri /csp", '/csp'],
  ['reporting-endpoints', 'a="/r1", b="/r2"', '/r1', '/r2'],
  ['report-to', '{"endpoints":[{"url":"https://shop.test/rt"}]}', '/rt'],
  ['set-cookie', 'a=1; Path=/portal; HttpOnly', '/portal'],
  ['content-security-policy', "default-src 'self'"],
]

describe('links of further headers', () => {
  it.each(HEADER_ROWS)('%s: %s', (name, value, ...paths) => {
    expect(found('', { headers: { [name]: value } })).toEqual(paths)
  })
})

describe('files of frameworks', () => {
  it.each<Row>([
    [
      '<script src="/b/_next/static/x.js"></script><script id="__NEXT_DATA__" type="application/json">{"buildId":"B1","page":"/a"}</script>',
      '/b/_next/static/x.js',
      '/a',
      '/b/_next/static/B1/_buildManifest.js',
      '/b/_next/data/B1/a.json',
    ],
    [
      '<script>window.__NUXT__={};__NUXT__.config={app:{baseURL:"/",buildId:"N1",buildAssetsDir:"/_nuxt/"}}</script>',
      '/_nuxt/',
      '/_nuxt/builds/meta/N1.json',
    ],
    ['<script>__sveltekit_1 = {}</script>', '/dir/page/__data.json'],
    ['<div id="___gatsby"></div>', '/page-data/dir/page/page-data.json'],
    ['<app-root ng-version="17"></app-root>', '/dir/ngsw.json'],
    [
      '<script src="/v/assets/index-Ab12Cd34.js"></script>',
      '/v/assets/index-Ab12Cd34.js',
      '/v/.vite/manifest.json',
    ],
    [
      '<script src="/static/js/main.0a1b2c3d.js"></script>',
      '/static/js/main.0a1b2c3d.js',
      '/asset-manifest.json',
    ],
    ['<script src="/js/main.js"></script>', '/js/main.js'],
  ])('%s', (body, ...paths) => {
    expect(found(body)).toEqual(paths)
  })
})
