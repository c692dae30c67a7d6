import check from '../../src/scanner/checks/script/xss.dom.ts'
import { testCheck } from '../support/check-tester.ts'
import type { ModelScript, Readable } from '../support/model-browser.ts'
import { escapeHtml, html, valueOf } from '../support/site.ts'

const url = 'https://shop.test/app'
const page = (script: ModelScript, source = String(script)) => ({
  url,
  site: () => html(`<!doctype html><title>Shop</title><script>${source}</script>`),
  script,
})
const toHtml = (text: string) => [{ sink: 'html', text }] as const
const toCode = (text: string) => [{ sink: 'code', text }] as const
const goesTo = (text: string) => [{ sink: 'location', text }] as const
const decoded = (text: string) => decodeURIComponent(text.slice(1))
const parameter = (search: string, name: string) => new URLSearchParams(search).get(name) ?? ''
const nothing = [] as const

/** Script that puts the fragment among markup, or among code. */
const intoHtml = (around: (value: string) => string) =>
  page(({ hash }) => toHtml(around(decoded(hash))), String(around))
const intoCode = (around: (value: string) => string) =>
  page(({ hash }) => toCode(around(decoded(hash))), String(around))

/** Script that makes markup of the fragment, except of every payload but one. */
function onlyAtPayload(nth: number) {
  let payloads = 0
  return page(({ hash }) => {
    if (decoded(hash).includes('<')) payloads += 1
    return decoded(hash).includes('<') && payloads !== nth ? nothing : toHtml(decoded(hash))
  }, `only at ${nth}`)
}
function withTheVisitBefore() {
  let before = ''
  return page(({ hash }) => {
    const both = before + decoded(hash)
    before = decoded(hash)
    return toHtml(both)
  })
}

const textOf = (data: unknown) =>
  typeof data === 'object' && data !== null
    ? String(Reflect.get(data, 'text'))
    : typeof data === 'string'
      ? data
      : ''
const valuesOf = ({ hash, search, name, referrer, data }: Readable) =>
  [hash, search, name, referrer, textOf(data)].map((text) => text.replaceAll(/\W/g, ''))
/** Each source that comes to code costs seven visits, and the fifth payload alone helps in the path. */
const pathLast = (codes: (page: Readable) => readonly string[]): ModelScript => {
  return (read) => [
    ...codes(read).map((text) => ({ sink: 'code' as const, text })),
    ...toHtml(`<a href="${escapeHtml(decodeURIComponent(read.pathname.slice(5)))}">on</a>`),
  ]
}
/** Where the server itself writes the parameter, too. */
const written = (write: (value: string) => string) => ({
  url: `${url}?q=lamp`,
  site: (request: Parameters<typeof valueOf>[0]) =>
    html(`<title>Shop</title><p>${write(valueOf(request, 'q'))}</p>`),
  script: ({ search }: Readable) => toHtml(parameter(search, 'q')),
})

testCheck(check, {
  clean: {
    'reads the fragment and writes it as text': { ...page(() => nothing), requests: 3 },
    'makes markup of nothing from outside': page(() => toHtml('<p>hello</p>')),
    'leaves the fragment as the browser encodes it': page(({ hash }) => toHtml(hash)),
    'escapes what it makes markup of': page(({ hash }) =>
      toHtml(decoded(hash).replaceAll('<', '&lt;').replaceAll('"', '&quot;')),
    ),
    'passes numbers alone to code': page(({ name }) => [
      { sink: 'code', text: `show(${Number.parseInt(name, 10)})` },
    ]),
    'goes to addresses of this site alone': {
      ...page(
        ({ hash }) => goesTo(`/${decoded(hash)}`),
        'location.href = "/" + decodeURIComponent(location.hash.slice(1))',
      ),
      requests: 5,
    },
    'calls functions whatever it is told': page(({ data }) =>
      toHtml(data === null ? '' : '<img src=x onerror=report()>'),
    ),
    'runs the first payload, and no other': onlyAtPayload(1),
    'runs the second payload, and no other': onlyAtPayload(2),
    'runs what an earlier visit has left': withTheVisitBefore(),
    'the server writes the same': written((value) => value),
    'runs with the last visit, and cannot be asked again': {
      ...page(pathLast((read) => [...valuesOf(read)])),
      requests: 50,
    },
  },
  found: {
    'the fragment becomes markup': {
      ...page(({ hash }) => toHtml(decoded(hash))),
      confidence: 'confirmed',
      match: null,
      note: /`location\.hash` reaches markup/,
      discriminators: ['location.hash'],
    },
    'markup without quotes and slashes': intoHtml((v) => (/["'/]/.test(v) ? '' : `<p>${v}</p>`)),
    'an attribute in double quotes': intoHtml((v) => `<p title="${v}">`),
    'an attribute in single quotes': intoHtml((v) => `<p title='${v}'>`),
    'a script in markup': intoHtml((v) => `<script>var q = ${JSON.stringify(v)}</script>`),
    'the address of a link in markup': intoHtml((v) => `<a href="${escapeHtml(v)}">on</a>`),
    'a string of code, its dashes made blanks': intoCode((v) => `q = '${v.replaceAll('-', ' ')}'`),
    'a string in double quotes, its dashes made blanks': intoCode(
      (v) => `q = "${v.replaceAll('-', ' ')}"`,
    ),
    'an argument in double quotes': intoCode((v) => `show("${v}")`),
    'a template string': intoCode((v) => `q = \`${v}\``),
    'the end of a name in a call': intoCode((v) => `show(tab${v})`),
    'a parameter that the script names becomes markup': {
      ...page(({ search }) => toHtml(new URLSearchParams(search).get('lang') ?? '')),
      discriminators: ['location.search'],
    },
    'a parameter that the script looks for in a text': {
      ...page(
        ({ hash }) => toHtml(parameter(hash.slice(1), 'tab')),
        'if (location.hash.startsWith("#tab=")) show(location.hash)',
      ),
      discriminators: ['location.hash'],
    },
    'a parameter that the script looks for by a pattern': {
      ...page(
        ({ search }) => toHtml(parameter(search, 'tab')),
        'show(location.search.match(/[?&]tab=([^&]*)/))',
      ),
      discriminators: ['location.search'],
    },
    'a parameter of the page, which the server encodes': {
      ...written(escapeHtml),
      discriminators: ['location.search'],
    },
    'the name of the window becomes code': {
      ...page(({ name }) => toCode(name)),
      note: /code that the page runs/,
      discriminators: ['window.name'],
    },
    'the referrer becomes markup': {
      ...page(({ referrer }) => toHtml(decodeURIComponent(referrer))),
      discriminators: ['document.referrer'],
    },
    'a message becomes markup': {
      ...page(({ data }) => toHtml(typeof data === 'string' ? data : '')),
      discriminators: ['postMessage'],
    },
    'a field of a message becomes code inside a string': {
      ...page(({ data }) =>
        toCode(
          typeof data === 'object' && data !== null
            ? `run('${String(Reflect.get(data, 'action'))}')`
            : '',
        ),
      ),
      note: /postMessage, action/,
      discriminators: ['postMessage'],
    },
    'the fragment becomes an address that the page goes to': {
      ...page(
        ({ hash }) => goesTo(decoded(hash)),
        'location.href = decodeURIComponent(location.hash.slice(1))',
      ),
      note: /an address/,
      discriminators: ['location.hash'],
    },
    'the query becomes an address that the page goes to': {
      ...page(
        ({ search }) => goesTo(decoded(search)),
        'location.assign(decodeURIComponent(location.search.slice(1)))',
      ),
      discriminators: ['location.search'],
    },
    'the fragment becomes the address of a link': {
      ...page(({ hash }) => [{ sink: 'address', text: decoded(hash) }]),
      discriminators: ['location.hash'],
    },
    'the path becomes markup': {
      ...page(({ pathname }) => toHtml(decodeURIComponent(pathname))),
      discriminators: ['location.pathname'],
    },
    'the path, with visits left to ask again': {
      ...page(pathLast((read) => valuesOf(read).slice(1))),
      discriminators: ['location.pathname'],
    },
    'no more than eight': {
      ...page(({ hash, search, name, referrer, pathname, data }) =>
        toHtml(
          [
            decodeURIComponent(`${hash} ${search} ${referrer} ${pathname}`.replaceAll('+', ' ')),
            name,
            typeof data === 'string' ? data : '',
          ].join(' '),
        ),
      ),
      url: `${url}?a=1&b=2&c=3`,
      sightings: 8,
    },
  },
})
