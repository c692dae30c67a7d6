import check from '../../src/scanner/checks/input/sqli.union.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { first, HEAD, list, number, word } from '../support/shop-pages.ts'
import { escapeHtml, html, type Reply } from '../support/site.ts'
import { makeShop } from '../support/sqlite.ts'

const ask = makeShop()
const none = 'https://shop.test/search?q=sofa'

/** A shop whose broken statements give an error page without words. */
const shop = (url: string, write: (value: string) => string) => ({
  url,
  site: (request: HttpRequest): Reply => {
    const { rows, error } = ask(write(first(request)))
    if (error !== null) return html(`${HEAD}<h1>Something went wrong</h1>`, { status: 500 })
    return html(`${HEAD}<ul>${list(rows) || '<li>Nothing found'}</ul>`)
  },
})
/** A page that answers by rule, whatever the database would say. */
const rule = (url: string, of: (value: string, nth: number) => Reply) => ({
  url,
  site: (request: HttpRequest, nth: number): Reply => of(first(request), nth),
})
const OOPS = html(`${HEAD}<h1>Something went wrong</h1>`, { status: 500 })
const USUAL = `SELECT * FROM products WHERE id = ${new URL(number).searchParams.get('id')}`
const productOf = (value: string): string => {
  const [, x = '0', y = '0'] = /(\d{10})\*(\d{4})/.exec(value) ?? []
  return String(Number(x) * Number(y))
}

testCheck(check, {
  clean: {
    'a parameter that means nothing': {
      url: word,
      site: html(`${HEAD}<p>welcome</p>`),
      requests: 0,
    },
    'a bound string': {
      ...rule(word, (v) =>
        html(`${HEAD}<ul>${list(ask('SELECT * FROM products WHERE name = ?', v).rows)}</ul>`),
      ),
      requests: 0,
    },
    'a search that shows what was searched': {
      ...rule(word, (v) => html(`${HEAD}<h1>${escapeHtml(v)}</h1><p>Nothing found</p>`)),
      requests: 0,
    },
    'a bound number': {
      ...rule(number, (v) =>
        html(`${HEAD}<ul>${list(ask('SELECT * FROM products WHERE id = ?', v).rows)}</ul>`),
      ),
      requests: 1,
    },
    'a number that means nothing': {
      url: number,
      site: html(`${HEAD}<p>welcome</p>`),
      requests: 1,
    },
    'names of letters only': {
      ...rule(word, (v) => (/^\w+$/.test(v) ? html(`${HEAD}<p>Nothing found</p>`) : OOPS)),
      requests: 2,
    },
    'a firewall that refuses single quotes': {
      ...rule(word, (v) =>
        v.includes("'")
          ? html('<h1>Request blocked</h1>', { status: 403 })
          : html(`${HEAD}<p>Nothing found</p>`),
      ),
      requests: 2,
    },
    'a quote that breaks something else': rule(word, (v) =>
      v.includes("'") ? OOPS : html(`${HEAD}<p>Nothing found</p>`),
    ),
    'a page that computes every product that it finds': rule(word, (v) =>
      v.includes("'") ? html(`${HEAD}<p>${productOf(v)}</p>`) : html(`${HEAD}<p>Nothing found</p>`),
    ),
    'a result that shows once': rule(word, (v, nth) => {
      if (nth === 4) return html(`${HEAD}<p>${productOf(v)}</p>`)
      return v.includes("'") ? OOPS : html(`${HEAD}<p>Nothing found</p>`)
    }),
    'arithmetic of a language that is not SQL': rule(number, (v) =>
      /^\d+(?:-(\d+)\+\1)?$/.test(v) ? html(`${HEAD}<p>A lamp</p>`) : OOPS,
    ),
  },
  found: {
    'a string': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = '${v}'`),
      match: /^\d{13,14}$/,
      confidence: 'confirmed',
      note: /in single quotes .* 4 columns/,
      requests: 8,
    },
    'nothing is ever found': {
      ...shop(none, (v) => `SELECT name, about FROM products WHERE name = '${v}'`),
      note: /2 columns/,
    },
    'a part of a pattern': {
      ...shop(none, (v) => `SELECT * FROM products WHERE name LIKE '%${v}%' LIMIT 20`),
      confidence: 'confirmed',
    },
    'a string in brackets': {
      ...shop(none, (v) => `SELECT * FROM products WHERE (name = '${v}')`),
      confidence: 'confirmed',
    },
    'a string in two brackets': {
      ...shop(word, (v) => `SELECT * FROM products WHERE (name = lower('${v}'))`),
      confidence: 'confirmed',
    },
    'a string in double quotes': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = "${v}"`),
      note: /in double quotes/,
    },
    'a string in double quotes and brackets': {
      ...shop(word, (v) => `SELECT * FROM products WHERE (name = "${v}")`),
      note: /in double quotes/,
    },
    'a string in double quotes and two brackets': {
      ...shop(word, (v) => `SELECT * FROM products WHERE (name = lower("${v}"))`),
      note: /in double quotes/,
    },
    'a number': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id = ${v}`),
      note: /as a number/,
      requests: 7,
    },
    'a number, with the usual page for all that breaks the statement': {
      ...rule(number, (v) => {
        const { rows, error } = ask(`SELECT * FROM products WHERE id = ${v}`)
        return html(`${HEAD}<ul>${list(error === null ? rows : ask(USUAL).rows)}</ul>`)
      }),
      note: /as a number/,
      requests: 8,
    },
    'a number in brackets': {
      ...shop('https://shop.test/item?id=2', (v) => `SELECT * FROM products WHERE (id = ${v})`),
      note: /as a number/,
    },
    'a number in two brackets': {
      ...shop(
        'https://shop.test/item?id=3',
        (v) => `SELECT * FROM products WHERE (id = abs(${v}))`,
      ),
      note: /as a number/,
    },
    'a number in quotes': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id = '${v}'`),
      note: /in single quotes/,
    },
    'ten columns': {
      ...shop(
        word,
        (v) => `SELECT name, about, 3, 4, 5, 6, 7, 8, 9, 10 FROM products WHERE name = '${v}'`,
      ),
      note: /10 columns/,
    },
    'a form field': {
      url: 'https://shop.test/search',
      form: { q: 'lamp' },
      site: (request) => {
        const { rows, error } = ask(`SELECT * FROM products WHERE name = '${first(request)}'`)
        return error === null ? html(`${HEAD}${list(rows)}`) : OOPS
      },
      confidence: 'confirmed',
    },
    'the site begins to refuse requests': {
      url: word,
      site: (request, nth) => {
        if (nth === 8) return html('<h1>Too many requests</h1>', { status: 429 })
        const { rows, error } = ask(`SELECT * FROM products WHERE name = '${first(request)}'`)
        return error === null ? html(`${HEAD}${list(rows)}`) : OOPS
      },
      confidence: 'likely',
      reason: /began to refuse/,
    },
  },
})
