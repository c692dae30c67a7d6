import check from '../../src/scanner/checks/page/exposed.sourcemap.ts'
import { testCheck } from '../support/check-tester.ts'
import { files, MISSING, text } from '../support/files.ts'
import { html, type Reply } from '../support/site.ts'

const url = 'https://shop.test/js/app.js'
const CODE = 'console.log(1)'
const map = (given: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    version: 3,
    sources: ['src/cart.ts', 'node_modules/x/index.js'],
    sourcesContent: ['// the cart\nexport {}', 'x'],
    mappings: 'AAAA',
    ...given,
  })
const named = (name: string) => text(`${CODE}\n//# sourceMappingURL=${name}\n`, 'text/javascript')
const site = (
  known: Readonly<Record<string, Reply>>,
  script: Reply = text(CODE, 'text/javascript'),
) => ({ url, site: files({ '/js/app.js': script, ...known }) })
const json = (body: string) => text(body, 'application/json')
const inline = (body: string) => named(`data:application/json;charset=utf-8;base64,${btoa(body)}`)

testCheck(check, {
  clean: {
    'no map': { ...site({}), requests: 1 },
    'a map that is named and missing': { ...site({}, named('app.js.map')), requests: 1 },
    'a map without text': site({ '/js/app.js.map': json(map({ sourcesContent: undefined })) }),
    'a map of empty text': site({ '/js/app.js.map': json(map({ sourcesContent: [' ', 'x'] })) }),
    'a map of the code of others': site({
      '/js/app.js.map': json(map({ sources: ['webpack/bootstrap', 'node_modules/x.js'] })),
    }),
    'a map of files without a name': site({ '/js/app.js.map': json(map({ sources: [7, ''] })) }),
    'a map of another version': site({ '/js/app.js.map': json(map({ version: 2 })) }),
    'other JSON': site({ '/js/app.js.map': json('{"version":3}') }),
    'text that is no JSON': site({ '/js/app.js.map': text('no map', 'text/plain') }),
    'a list': site({ '/js/app.js.map': json('[3]') }),
    'a number': site({ '/js/app.js.map': json('3') }),
    'a page instead of 404': { url, site: files({ '/js/app.js': named('a.map') }, html(map())) },
    'every path answers with a map': { url, site: text(map(), 'application/json') },
    'a map on another host': { ...site({}, named('https://cdn.test/app.js.map')), requests: 0 },
    'an address that is none': { ...site({}, named('http://[')), requests: 0 },
    'a map inside that has no text': site({}, inline(map({ sourcesContent: [] }))),
    'a map inside that is cut': site({}, named('data:application/json;base64,e30')),
    'a page at the place of the map': site({ '/js/app.js.map': html(map()) }),
    'a refusal': site({ '/js/app.js.map': { ...json(map()), status: 403 } }),
  },
  found: {
    'a map beside the script': {
      ...site({ '/js/app.js.map': json(map()) }),
      match: '"src/cart.ts"',
      confidence: 'confirmed',
      note: /of `\/js\/app\.js` holds the text of `src\/cart\.ts`/,
      requests: 2,
    },
    'a map that a comment names': site(
      { '/maps/a.map': json(map({ sources: ['a.ts', 'b.ts'] })) },
      named('/maps/a.map'),
    ),
    'a map that a header names': site(
      { '/m/h.map': json(map()) },
      {
        ...named('other.map'),
        headers: { 'content-type': 'text/javascript', sourcemap: '/m/h.map' },
      },
    ),
    'a map that an old header names': site(
      { '/m/x.map': json(map()) },
      {
        ...named('other.map'),
        headers: { 'content-type': 'text/javascript', 'x-sourcemap': '/m/x.map' },
      },
    ),
    'a map of a style': {
      url: 'https://shop.test/a.css',
      site: files({
        '/a.css': text('a{}\n/*# sourceMappingURL=b.map */', 'text/css'),
        '/b.map': json(map({ sources: ['a.scss'] })),
      }),
      match: '"a.scss"',
    },
    'a map behind a guard line': site({ '/js/app.js.map': json(`)]}'\n${map()}`) }),
    'a map inside the script': {
      ...site({}, inline(map())),
      match: 'sourceMappingURL=data:application/json',
      confidence: 'confirmed',
      requests: 0,
    },
    'it is gone at the second look': {
      url,
      site: (request, nth) =>
        nth < 4 ? site({ '/js/app.js.map': json(map()) }).site(request) : site({}).site(request),
      confidence: 'likely',
    },
    'a script by its type': {
      url: 'https://shop.test/bundle',
      site: files({ '/bundle': text(CODE, 'text/javascript'), '/bundle.map': json(map()) }),
    },
  },
  skipped: {
    'a page': { url: 'https://shop.test/app', site: html('<p>app</p>') },
    'a folder that answers with script': {
      url: 'https://shop.test/js/',
      site: text(CODE, 'text/javascript'),
    },
    'a folder': { url: 'https://shop.test/app.js/', site: MISSING },
  },
})
