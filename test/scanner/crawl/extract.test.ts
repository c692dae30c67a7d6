import { describe, expect, it } from 'vitest'
import { extractEntries } from '../../../src/scanner/crawl/extract.ts'
import { answer } from './answer.ts'

const found = (...args: Parameters<typeof answer>): string[] =>
  extractEntries(answer(...args), 1).map(({ url }) => url.replace('https://shop.test', ''))

const MARKUP: readonly (readonly [markup: string, ...paths: string[]])[] = [
  ['<a href="/a?x=1&amp;y=2#part">', '/a?x=1&y=2'],
  ['<a href=" next ">', '/dir/next'],
  ["<A HREF='../up'>", '/up'],
  ['<a href="?page=2">', '/dir/page?page=2'],
  ['<a href="//other.test/x">', 'https://other.test/x'],
  ['<a ping="/p1 /p2" href="/a">', '/p1', '/p2', '/a'],
  ['<area href="/area">', '/area'],
  ['<link rel=alternate href="/feed">', '/feed'],
  ['<link rel=stylesheet href="/main.css">', '/main.css'],
  ['<script src="/app.js"></script>', '/app.js'],
  [
    '<img src="/image?id=3" srcset="/i?w=1 1x, /i?w=2 2x" longdesc="/about-it">',
    '/image?id=3',
    '/i?w=1',
    '/i?w=2',
    '/about-it',
  ],
  ['<iframe src="/frame"></iframe><frame src="/f2"><embed src="/e">', '/frame', '/f2', '/e'],
  ['<iframe srcdoc="&lt;a href=&quot;/inner&quot;>x"></iframe>', '/inner'],
  ['<object data="/movie" codebase="/base/"></object>', '/movie', '/base/'],
  [
    '<video poster="/poster" src="/v"><source src="/s"><track src="/t"></video>',
    '/poster',
    '/v',
    '/s',
    '/t',
  ],
  ['<audio src="/sound"></audio>', '/sound'],
  ['<meta http-equiv=Refresh content="0; URL=\'/later\'">', '/later'],
  ['<meta property="og:url" content="https://shop.test/og">', '/og'],
  ['<button formaction="/act">Go</button>', '/act'],
  ['<html manifest="/app.manifest">', '/app.manifest'],
  ['<blockquote cite="/source">', '/source'],
  ['<body background="/bg">', '/bg'],
  [
    '<div data-href="/data" data-count="3" hx-get="/partial" data-hx-get="/more">',
    '/data',
    '/partial',
    '/more',
  ],
  ['<a routerLink="/route">', '/route'],
  ['<svg><use xlink:href="/sprite#icon"/></svg>', '/sprite'],
  ['<option value="/jump">', '/jump'],
  ['<div data-load-url="rel/x" data-name="rel/y">', '/dir/rel/x'],
  ['<img data-src="lazy" data-srcset="/l1 1x, /l2 2x">', '/dir/lazy', '/l1', '/l2'],
  ['<div data-props=\'{"href":"/in","n":"/out"}\'>', '/out', '/in'],
  ['<a up-href="/up"><div up-source="/poll">', '/up', '/poll'],
  ['<astro-island component-url="/island">', '/island'],
  ['<i x-init="fetch(\'/alpine\')" @click="go(\'/on\')">', '/alpine', '/on'],
  ['<i :href="\'/bound\'" [routerLink]="[\'/ng\']">', '/bound', '/ng'],
  [
    '<meta name="msapplication-task" content="name=T;action-uri=/act;icon-uri=/ico">',
    '/act',
    '/ico',
  ],
  ['<style>a{background:image-set("/is" 1x)} b{background:url("/e\\73 c")}</style>', '/esc', '/is'],
  [
    '<form><input name=a><button name=b value=1>1</button><button name=b value=2>2</button></form>',
    '/dir/page?a=palisade&b=1',
    '/dir/page?a=palisade&b=2',
  ],
  ['<form action="/one"><button formaction="/two">x</button></form>', '/two', '/one'],
  ['<div onclick="location.href=\'/clicked\'">', '/clicked'],
  ['<a href="javascript:open(\'/opened\')">', '/opened'],
  ['<p style="background: url(/tile?x=1)">', '/tile?x=1'],
  [
    '<style>@import "/deep.css"; b { background: url( \'/pic?y=1\' ) }</style>',
    '/pic?y=1',
    '/deep.css',
  ],
  [
    '<!-- <a href="/old-admin">x</a> see /backup/list and https://shop.test/c -->',
    '/c',
    '/backup/list',
    '/old-admin',
  ],
  ['<noframes><a href="/plain">x</a></noframes>', '/plain'],
  ['<script>fetch("/api/items"); go(`/u/${user.id}/posts`)</script>', '/api/items', '/u/1/posts'],
  [
    '<script>const r = "\\/escaped\\/path", s = "/users/:id/edit"</script>',
    '/escaped/path',
    '/users/1/edit',
  ],
  ['<script>load("list.php?cat=2")</script>', '/dir/list.php?cat=2'],
  ['<form action="/find"><input name=q value="a b"><button>Go</button></form>', '/find?q=a+b'],
  ['<base href="/app/v2/"><a href="x">', '/app/v2/x'],
  ['<base target=_blank><base href="/b/"><base href="/c/"><a href="x">', '/b/x'],
  ['<a href="/cart;jsessionid=AB12?utm_source=x&id=1&gclid=2">', '/cart?id=1'],
  ['<a href="https://user:pw@shop.test/private">', '/private'],
]

const SILENT: readonly string[] = [
  '<a href="">',
  '<a href="javascript:void(0)">',
  '<a href="mailto:a@shop.example">',
  '<a href="tel:123">',
  '<a href="data:text/html,x">',
  '<a href="ftp://shop.test/x">',
  '<a href="http://[broken">',
  `<a href="/${'x'.repeat(2100)}">`,
  '<img src="/logo.png"><link href="/font.woff2"><video src="/film.mp4"></video>',
  '<a href="/manual.pdf"><a href="/all.zip">',
  '<div data-toggle="modal" data-target="#menu">',
  '<meta name=description content="see /docs for more">',
  '<option value="red">',
  '<!-- /div --><!-- wp:paragraph /--><!-- 1/2 -->',
  '<script>a = "text/html"; b = "/g"; c = "</div>"; d = "1/2/2026"; e = "a/b"</script>',
  '<a href="/account/logout">', // by its path
  '<a href="/go?id=7">Delete</a>', // by its text
  '<a href="/go?id=8"><img alt=x><span>Log <b>out</b></span></a>',
  '<a href="/items/3" data-method="delete">x</a>',
  '<a href="/pay/now/please" onclick="return confirm(\'Sure?\')">x</a>',
  '<form action="/find"><input type=password name=p><button>Go</button></form>',
  '<form action="/find" method=post><input name=q><button>Go</button></form>',
]

describe('links of HTML', () => {
  for (const [markup, ...paths] of MARKUP) {
    it(`finds ${paths.join(' ')} in ${markup.slice(0, 60)}`, () => {
      expect(found(markup)).toEqual(expect.arrayContaining(paths))
      expect(found(markup)).toHaveLength(paths.length)
    })
  }
  for (const markup of SILENT) {
    it(`finds nothing in ${markup.slice(0, 60)}`, () => {
      // The control proves that the page around it was read.
      expect(found(`${markup}</a></script></video><a href="/control">ok</a>`)).toEqual(['/control'])
    })
  }

  it('names the source and the depth, the surest source first', () => {
    const body = '<a href="/a">x</a><script>f("/a"); f("/b/c")</script>'
    expect(extractEntries(answer(body), 4)).toEqual([
      { url: 'https://shop.test/a', source: 'a[href]', depth: 4 },
      { url: 'https://shop.test/b/c', source: 'script', depth: 4 },
    ])
  })
  it('judges the same reference again under another text or method', () => {
    const links = '<a href="/go" data-method="delete"></a><a href="/go">Delete</a>'
    expect(found(links)).toEqual([])
    expect(found(`${links}<a href="/go"></a><a href="/go"></a>`)).toEqual(['/go'])
  })
  it('takes two orders of the same parameters as one page', () => {
    expect(found('<a href="/s?a=1&b=2"><a href="/s?b=2&a=1">')).toEqual(['/s?a=1&b=2'])
  })
})

describe('links of headers', () => {
  it('reads Location, Content-Location, Refresh and Link', () => {
    const headers = {
      location: '/moved',
      'content-location': 'real',
      refresh: '3;url=/soon',
      link: '</one>; rel="next", <two?x=1,2>; rel=preload',
    }
    expect(found('', { status: 302, headers })).toEqual([
      '/moved',
      '/dir/real',
      '/soon',
      '/one',
      '/dir/two?x=1,2',
    ])
    expect(extractEntries(answer('', { headers }), 1)[0]?.source).toBe('redirect')
  })
  it('resolves them against the request, not against <base>', () => {
    expect(found('<base href="/app/">', { headers: { location: 'x' } })).toEqual(['/dir/x'])
  })
  it('finds no target in a refresh without one', () => {
    const values = ['5', '', '0;', 'abc', '  \n'.repeat(2000)]
    const body = values.map((value) => `<meta http-equiv=refresh content="${value}">`).join('')
    expect(found(body)).toEqual([])
  })
})

describe('links of other bodies', () => {
  it('reads script files, relative names from the root', () => {
    const body = 'get("/api/v1/x");load("list.php?a=1");import("./part.js")'
    expect(found(body, { type: 'text/javascript', url: 'https://shop.test/js/app.js' })).toEqual([
      '/api/v1/x',
      '/list.php?a=1',
      '/js/part.js',
    ])
  })
  it('reads style sheets, relative to the sheet', () => {
    const body = '@import url("more.css"); a { background: url(gen.php?c=1) url(dot.png) }'
    expect(found(body, { type: 'text/css', url: 'https://shop.test/css/main.css' })).toEqual([
      '/css/more.css',
      '/css/gen.php?c=1',
    ])
  })
  it('reads JSON values that are URLs or rooted paths', () => {
    const body = JSON.stringify({
      self: '/api/1',
      deep: [{ href: 'https://shop.test/n' }],
      t: 'a/b',
    })
    const type = 'application/hal+json'
    expect(found(body, { type }).toSorted()).toEqual(['/api/1', '/n'])
    expect(found(body.slice(0, -2), { type })).toEqual([])
  })
  it('reads robots.txt, but not a start page in its place', () => {
    const url = 'https://shop.test/robots.txt'
    const body = [
      'User-agent: *',
      'Disallow: /private/ # why',
      'Allow: /shop/*?page=',
      'disallow:/tmp$',
      'Disallow:',
      'Disallow: /logout',
      'Sitemap: https://shop.test/map.xml',
      'Crawl-delay: 5',
    ].join('\r\n')
    expect(found(body, { url, type: 'text/plain' })).toEqual([
      '/private/',
      '/shop/',
      '/tmp',
      '/map.xml',
    ])
    expect(found(body, { url, type: 'text/html' })).toEqual([])
  })
  it('reads sitemaps, indexes, prefixed and cut ones', () => {
    const type = 'application/xml'
    const map =
      '<urlset><url><loc> /a </loc></url><url><x/></url><url><loc>/b?x=1&amp;y=2</loc></url></urlset>'
    expect(found(map, { type })).toEqual(['/a', '/b?x=1&y=2'])
    expect(
      found(
        '<?xml version="1.0"?><s:sitemapindex><s:sitemap><s:loc>/s1.xml</s:loc></s:sitemap></s:sitemapindex>',
        { type },
      ),
    ).toEqual(['/s1.xml'])
    expect(found('<rss><loc>no</loc></rss>', { type })).toEqual([])
    expect(found('<urlset><url><loc>/a</loc></url><url><lo', { type })).toEqual(['/a'])
    const lines = 'https://shop.test/one\nnonsense\nhttps://shop.test/two\n'
    expect(found(lines, { type: 'text/plain', url: 'https://shop.test/sitemap.txt' })).toEqual([
      '/one',
      '/two',
    ])
    const plain = extractEntries(answer(lines, { type: 'text/plain' }), 1)
    expect(plain.map(({ source }) => source)).toEqual(['text', 'text'])
  })
  it('reads security.txt', () => {
    const body = 'Contact: mailto:a@shop.example\nPolicy: https://shop.test/policy\nExpires: 2030\n'
    const url = 'https://shop.test/.well-known/security.txt'
    expect(found(body, { url, type: 'text/plain' })).toEqual(['/policy'])
  })
  it('looks at the body where the type is missing', () => {
    expect(found(' <!doctype html><a href="/a">', { type: null })).toEqual(['/a'])
    expect(found('{"a":"/b"}', { type: null })).toEqual(['/b'])
    expect(found('<a href="/a">', { type: 'image/png' })).toEqual([])
  })
})
