import check from '../../src/scanner/checks/input/ssti.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { escapeHtml, html, valueOf, type Reply } from '../support/site.ts'
import { REAL, SMALL, type Render } from '../support/template-engines.ts'

const url = 'https://shop.test/card?name=Ada'
const HEAD = '<!doctype html><title>Card</title>'
const nameOf = (request: HttpRequest): string =>
  request.url.searchParams.get('name') ?? valueOf(request, 'name')

/** A page whose template is written with the value in it. */
const card = (
  render: Render | undefined,
  write: (value: string) => string = (v) => `Hello ${v}, welcome`,
  url_ = url,
) => ({
  url: url_,
  site: (request: HttpRequest): Reply => {
    if (render === undefined) throw new Error('no such engine')
    try {
      return html(`${HEAD}<p>${render(write(nameOf(request)))}</p>`)
    } catch {
      return html(`${HEAD}<h1>Something went wrong</h1>`, { status: 500 })
    }
  },
})
const page = (of: (value: string, nth: number) => string) => ({
  url,
  site: (request: HttpRequest, nth: number): Reply => html(`${HEAD}${of(nameOf(request), nth)}`),
})
const found = (engine: string, render: Render | undefined) =>
  [
    `${engine}, in text`,
    { ...card(render), confidence: 'confirmed', discriminators: [engine] },
  ] as const

const computing = (text: string): string =>
  text.replaceAll(/(\d{4})\*(\d{4})/g, (_whole, x: string, y: string) =>
    String(Number(x) * Number(y)),
  )

testCheck(check, {
  clean: {
    'a value that is encoded': {
      ...page((v) => `<p>Hello ${escapeHtml(v)}</p>`),
      requests: 2,
    },
    'a value that does not come back': { ...page(() => '<p>Hello</p>'), requests: 0 },
    'a value that is data of a template': {
      ...page((v) => `<h1>${escapeHtml(v)}</h1><p>${REAL['Nunjucks']?.('{{ 6*7 }}')}</p>`),
      requests: 2,
    },
    'a value whose tags are stripped': {
      ...page((v) => `<p>Hello ${v.replaceAll(/<[^>]*>?/g, '')}</p>`),
      requests: 4,
    },
    'a template without logic': card(REAL['Mustache']),
    'a calculator': page((v) =>
      /^[\d+*/-]+$/.test(v) ? `<p>${computing(v)}</p>` : `<p>Not a sum: ${escapeHtml(v)}</p>`,
    ),
    'a page that computes every product that it finds, and drops all marks': page(
      (v) => `<p>${computing(v).replaceAll(/\W/g, '')}</p>`,
    ),
    'a result that shows once': page((v, nth) =>
      nth === 2
        ? `<p>${computing(v).replaceAll(/#\{(\d+)\}/g, '$1')}</p>`
        : `<p>${escapeHtml(v)}</p>`,
    ),
    'names of letters only': {
      url,
      site: (request) =>
        /^\w+$/.test(nameOf(request))
          ? html(`${HEAD}<p>Nobody of this name</p>`)
          : html('<h1>Bad name</h1>', { status: 400 }),
      requests: 4,
    },
    'a firewall that refuses braces': {
      url,
      site: (request) =>
        nameOf(request).includes('{')
          ? html('<h1>Request blocked</h1>', { status: 403 })
          : html(`${HEAD}<p>Hello ${escapeHtml(nameOf(request))}</p>`),
      requests: 4,
    },
    'a firewall, and a value that does not come back': {
      url,
      site: (request) =>
        nameOf(request).includes('{')
          ? html('<h1>Request blocked</h1>', { status: 403 })
          : html(`${HEAD}<p>Hello</p>`),
      requests: 0,
    },
    'a firewall that refuses all but the recorded value, and shows what': {
      url,
      site: (request) =>
        nameOf(request) === 'Ada'
          ? html(`${HEAD}<p>Hello Ada</p>`)
          : html(`<h1>Request blocked: ${escapeHtml(nameOf(request))}</h1>`, { status: 403 }),
      requests: 0,
    },
    'refused from the start': {
      url,
      site: html('<h1>Access denied</h1>', { status: 403 }),
      requests: 0,
    },
  },
  found: {
    ...Object.fromEntries([
      ...Object.entries(REAL)
        .filter(([engine]) => engine !== 'Mustache' && !engine.includes(' '))
        .map(([engine, render]) => found(engine, render)),
      ...['Jinja2', 'Freemarker', 'Smarty', 'Ruby', 'SpEL', 'ERB', 'Razor', 'Mako'].map((engine) =>
        found(engine, SMALL[engine]),
      ),
    ]),
    'Thymeleaf, inlined': {
      ...card(SMALL['Thymeleaf']),
      confidence: 'confirmed',
    },
    'expressions of Java': { ...card(SMALL['Java EL']), discriminators: ['Thymeleaf'] },
    'a name in an expression of Nunjucks': {
      ...card(REAL['Nunjucks'], (v) => `Hello {{ user.${v} }}, welcome`),
      confidence: 'confirmed',
      note: /stands in an expression/,
      discriminators: ['Nunjucks'],
    },
    'a name in an expression of EJS': {
      ...card(REAL['EJS'], (v) => `Hello <%= locals.${v} %>, welcome`),
      note: /stands in an expression/,
      discriminators: ['EJS'],
    },
    'a name in an expression of Pug': {
      ...card(REAL['Pug'], (v) => `Hello #{locals.${v}}, welcome`),
      note: /stands in an expression/,
      discriminators: ['Pug'],
    },
    'a name in an expression of doT': {
      ...card(REAL['doT'], (v) => `Hello {{=it.${v}}}, welcome`),
      note: /stands in an expression/,
      discriminators: ['doT'],
    },
    ...Object.fromEntries(
      (
        [
          ['single', "'"],
          ['double', '"'],
        ] as const
      ).flatMap(([name, quote]) =>
        (
          [
            ['Nunjucks', (v: string) => `Hello {{ ${quote}${v}${quote} | title }}, welcome`],
            ['EJS', (v: string) => `Hello <%= ${quote}dear ${v}${quote} %>, welcome`],
            ['Pug', (v: string) => `Hello #{${quote}dear ${v}${quote}}, welcome`],
          ] as const
        ).map(([engine, write]) => [
          `a text in ${name} quotes in an expression of ${engine}`,
          {
            ...card(REAL[engine], write),
            note: new RegExp(`in a text in ${name} quotes`),
            discriminators: [engine],
          } as const,
        ]),
      ),
    ),
    'lodash without dollars': {
      ...card(REAL['lodash without dollars']),
      discriminators: ['lodash'],
    },
    'a form field': {
      ...card(REAL['Nunjucks'], (v) => `Dear ${v}`, 'https://shop.test/letter'),
      form: { name: 'Ada' },
      discriminators: ['Nunjucks'],
    },
    'the site begins to refuse requests': {
      url,
      site: (request, nth) => {
        if (nth > 2) return html('<h1>Too many requests</h1>', { status: 429 })
        return card(REAL['EJS']).site(request)
      },
      confidence: 'likely',
      reason: /began to refuse/,
      discriminators: ['unknown engine of <% %>'],
    },
  },
})
