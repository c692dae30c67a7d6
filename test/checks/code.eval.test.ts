import check from '../../src/scanner/checks/input/code.eval.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { evaluate, type Language } from '../support/interpreters.ts'
import { escapeHtml, html, valueOf, type Reply } from '../support/site.ts'
import { makeShop } from '../support/sqlite.ts'

const number = 'https://shop.test/total?amount=3'
const word = 'https://shop.test/greet?name=Ada'
const HEAD = '<!doctype html><title>Shop</title><nav>Home Products Cart Account Help</nav>'
const first = (request: HttpRequest): string => {
  const [inQuery] = request.url.searchParams.values()
  return inQuery ?? valueOf(request, 'amount')
}
const page = (url: string, of: (value: string, nth: number) => string) => ({
  url,
  site: (request: HttpRequest, nth: number): Reply => html(`${HEAD}${of(first(request), nth)}`),
})
/** A page that shows what its code says, and an error page where it says nothing. */
const evaluated = (url: string, language: Language, write: (value: string) => string) => ({
  url,
  site: (request: HttpRequest): Reply => {
    try {
      return html(`${HEAD}<p>${escapeHtml(evaluate(language, write(first(request))))}</p>`)
    } catch {
      return html(`${HEAD}<h1>Something went wrong</h1>`, { status: 500 })
    }
  },
})
/** A page that repeats what its code prints, which is nothing where the code fails. */
const printed = (url: string, language: Language, write: (value: string) => string) =>
  page(url, (value) => {
    try {
      return `<p>${escapeHtml(evaluate(language, write(value)))}</p>`
    } catch {
      return '<p></p>'
    }
  })
const computing = (text: string): string =>
  text.replaceAll(/(\d{4})\*(\d{4})/g, (_whole, x: string, y: string) =>
    String(Number(x) * Number(y)),
  )
const LANGUAGES = [
  ['JavaScript', 'JavaScript'],
  ['PHP', 'PHP'],
  ['Perl', 'Perl or PHP'],
  ['Python', 'Python'],
  ['Ruby', 'Ruby'],
] as const
/** Code goes on behind the value, on the same line, where a comment of the language ends with it. */
const goesOn: ReadonlySet<Language> = new Set(['Perl', 'Ruby'])
const PLACES = {
  'an expression': [number, (v: string, l: Language) => (goesOn.has(l) ? `(${v})` : v)],
  'single quotes': [word, (v: string) => `'Hello ${v}'`],
  'double quotes': [word, (v: string) => `"Hello ${v}"`],
} as const

testCheck(check, {
  clean: {
    'a word is repeated, and anything else is not': page(word, (value) =>
      /^\w+$/.test(value) ? `<p>${value}</p>` : '<p></p>',
    ),
    'a value that is shown': { ...page(word, (v) => `<p>Hello ${escapeHtml(v)}</p>`), requests: 0 },
    'a value that means nothing': { ...page(word, () => '<p>Hello</p>'), requests: 0 },
    'a calculator': {
      ...page(number, (v) =>
        /^[\d+*/()-]+$/.test(v) ? `<p>${evaluate('JavaScript', v)}</p>` : '<p>Not a sum</p>',
      ),
      requests: 6,
    },
    'a number of an SQL statement': page('https://shop.test/item?id=2', (v) => {
      const { rows } = makeShop()(`SELECT name, ${v} FROM products`)
      return `<p>${JSON.stringify(rows)}</p>`
    }),
    'a page that computes every product that it finds, and drops all marks': page(
      number,
      (v) => `<p>${v === '3' ? 'three' : computing(v).replaceAll(/\D/g, '')}</p>`,
    ),
    'a result that shows once': page(number, (v, nth) => {
      if (nth === 2) return `<p>${computing(v).replaceAll(/\D/g, '')}</p>`
      return `<p>${v === '3' ? 'three' : 'something else'}</p>`
    }),
    'refused from the start': {
      url: word,
      site: html('<h1>Access denied</h1>', { status: 403 }),
      requests: 0,
    },
  },
  found: {
    'code that prints nothing where it fails': {
      ...printed(word, 'Perl', (value) => `'${value}'`),
      confidence: 'confirmed',
    },
    'an error that repeats the code': {
      ...page(word, (value) => {
        try {
          return `<p>${escapeHtml(evaluate('Perl', `'${value}'`))}</p>`
        } catch {
          return `<h1>This cannot be run</h1><pre>${escapeHtml(value)}</pre>`
        }
      }),
      confidence: 'confirmed',
    },
    ...Object.fromEntries(
      LANGUAGES.flatMap(([language, named]) =>
        Object.entries(PLACES).map(([place, [url, write]]) => [
          `${language}, ${place}`,
          {
            ...evaluated(url, language, (v) => write(v, language)),
            match: /^\d{15,16}$/,
            confidence: 'confirmed',
            note: new RegExp(`evaluated as code of ${named}`),
          } as const,
        ]),
      ),
    ),
    'a number to calculate with': {
      ...evaluated(number, 'JavaScript', (v) => `120 * ${v}`),
      note: /JavaScript/,
      requests: 4,
    },
    'a page that changes by itself': {
      url: number,
      site: (request, nth) => {
        const words = Array.from({ length: 60 }, (_, at) => `w${nth * 100 + at}`).join(' ')
        const { body } = evaluated(number, 'JavaScript', (v) => v).site(request)
        return html(`${body}<p>${words}</p>`)
      },
      confidence: 'confirmed',
    },
    'a form field': {
      ...evaluated('https://shop.test/total', 'Python', (v) => v),
      form: { amount: '3' },
      note: /Python/,
    },
    'the site begins to refuse requests': {
      url: number,
      site: (request, nth) =>
        nth > 2
          ? html('<h1>Too many requests</h1>', { status: 429 })
          : evaluated(number, 'JavaScript', (v) => v).site(request),
      confidence: 'likely',
      reason: /began to refuse/,
    },
  },
})
