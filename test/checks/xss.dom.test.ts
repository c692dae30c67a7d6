import check from '../../src/scanner/checks/script/xss.dom.ts'
import { testCheck } from '../support/check-tester.ts'
import type { ModelScript } from '../support/model-browser.ts'
import { html } from '../support/site.ts'

const url = 'https://shop.test/app'
const page = (script: ModelScript, source = String(script)) => ({
  url,
  site: () => html(`<!doctype html><title>Shop</title><script>${source}</script>`),
  script,
})
const toHtml = (text: string) => [{ sink: 'html', text }] as const
const decoded = (text: string) => decodeURIComponent(text.slice(1))
const nothing = [] as const

testCheck(check, {
  clean: {
    'reads the fragment and writes it as text': page(() => nothing),
    'makes markup of nothing from outside': page(() => toHtml('<p>hello</p>')),
    'leaves the fragment as the browser encodes it': page(({ hash }) => toHtml(hash)),
    'escapes what it makes markup of': page(({ hash }) =>
      toHtml(decoded(hash).replaceAll('<', '&lt;').replaceAll('"', '&quot;')),
    ),
    'passes numbers alone to code': page(({ name }) => [
      { sink: 'code', text: `show(${Number.parseInt(name, 10)})` },
    ]),
    'goes to addresses of this site alone': page(
      ({ hash }) => [{ sink: 'address', text: `/${decoded(hash)}` }],
      'location.href = "/" + decodeURIComponent(location.hash.slice(1))',
    ),
    'calls functions whatever it is told': page(({ data }) =>
      toHtml(data === null ? '' : '<img src=x onerror=report()>'),
    ),
  },
  found: {
    'the fragment becomes markup': {
      ...page(({ hash }) => toHtml(decoded(hash))),
      confidence: 'confirmed',
      match: null,
      note: /`location\.hash` reaches markup/,
      discriminators: ['location.hash'],
    },
    'a parameter that the script names becomes markup': {
      ...page(({ search }) => toHtml(new URLSearchParams(search).get('lang') ?? '')),
      discriminators: ['location.search'],
    },
    'the name of the window becomes code': {
      ...page(({ name }) => [{ sink: 'code', text: name }]),
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
      ...page(({ data }) => [
        {
          sink: 'code',
          text:
            typeof data === 'object' && data !== null
              ? `run('${String(Reflect.get(data, 'action'))}')`
              : '',
        },
      ]),
      note: /postMessage, action/,
      discriminators: ['postMessage'],
    },
    'the fragment becomes an address that the page goes to': {
      ...page(
        ({ hash }) => [{ sink: 'address', text: decoded(hash) }],
        'location.href = decodeURIComponent(location.hash.slice(1))',
      ),
      note: /an address/,
      discriminators: ['location.hash'],
    },
    'the path becomes markup': {
      ...page(({ pathname }) => toHtml(decodeURIComponent(pathname))),
      discriminators: ['location.pathname'],
    },
  },
})
