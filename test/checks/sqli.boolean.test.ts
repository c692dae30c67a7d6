import check from '../../src/scanner/checks/input/sqli.boolean.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { first, HEAD, list, number, word } from '../support/shop-pages.ts'
import { escapeHtml, html, type Reply } from '../support/site.ts'
import { makeShop } from '../support/sqlite.ts'

const ask = makeShop()
const second = 'https://shop.test/item?id=2'
const numbers = 'https://shop.test/items?ids=1,%202'

/** A shop that puts the parameter into a statement; errors look like nothing found. */
const shop = (
  url: string,
  write: (value: string) => string,
  around: (value: string) => string = () => '',
) => ({
  url,
  site: (request: HttpRequest): Reply => {
    const { rows } = ask(write(first(request)))
    return html(`${HEAD}${around(first(request))}<ul>${list(rows) || '<li>Nothing found'}</ul>`)
  },
})
/** A shop that binds its parameter. */
const bound = (url: string, statement: string, around: (value: string) => string = () => '') => ({
  url,
  site: (request: HttpRequest): Reply => {
    const { rows } = ask(statement, first(request))
    return html(`${HEAD}${around(first(request))}<ul>${list(rows) || '<li>Nothing found'}</ul>`)
  },
})
const USUAL = html(`${HEAD}<p>A lamp that stands on a desk and turns both ways.</p>`)
const OTHER = html(`${HEAD}<p>Nothing found</p>`)
const usualUnless = (isOther: (value: string) => boolean) => ({
  url: word,
  site: (request: HttpRequest): Reply => (isOther(first(request)) ? OTHER : USUAL),
})
const words = (value: string) => value.toLowerCase().match(/\w+/g) ?? []

testCheck(check, {
  clean: {
    'a parameter that means nothing': {
      url: word,
      site: html(`${HEAD}<p>welcome</p>`),
      requests: 0,
    },
    'a bound string': {
      ...bound(word, 'SELECT * FROM products WHERE name = ?'),
      // What breaks a statement, and one question for each way to quote a text.
      requests: 8,
    },
    'a firewall that knows conditions': {
      url: word,
      site: (request) =>
        / AND /.test(first(request))
          ? html('<h1>Access denied</h1>', { status: 403 })
          : html(`${HEAD}<p>${first(request) === 'lamp' ? 'A lamp' : 'Nothing found'}</p>`),
      requests: 2,
    },
    'a page that changes by itself, in step with three questions': {
      url: word,
      site: (_request, nth) => ([0, 1, 3, 5, 6].includes(nth) ? USUAL : OTHER),
      requests: 11,
    },
    'a bound number': bound(number, 'SELECT * FROM products WHERE id = ?'),
    'a number that is parsed from its start': {
      url: number,
      site: (request) => {
        const { rows } = ask(
          'SELECT * FROM products WHERE id = ?',
          String(Number.parseInt(first(request), 10)),
        )
        return html(`${HEAD}<ul>${list(rows)}</ul>`)
      },
      requests: 1,
    },
    'a list of numbers, each parsed from its start': {
      url: numbers,
      site: (request) => {
        const ids = first(request)
          .split(',')
          .map((id) => String(Number.parseInt(id, 10)))
        const { rows } = ask(
          `SELECT * FROM products WHERE id IN (${ids.map(() => '?').join()})`,
          ...ids,
        )
        return html(`${HEAD}<ul>${list(rows)}</ul>`)
      },
    },
    'not found for all that is no number': {
      url: number,
      site: (request) => {
        if (!/^\d+$/.test(first(request))) return html('<h1>Not found</h1>', { status: 404 })
        const { rows } = ask('SELECT * FROM products WHERE id = ?', first(request))
        return html(`${HEAD}<ul>${list(rows)}</ul>`)
      },
    },
    'a search for every word': {
      url: word,
      site: (request) => {
        const { rows } = ask('SELECT * FROM products')
        const hits = rows.filter((row) =>
          words(first(request)).every((w) => String(row['about']).includes(w)),
        )
        return html(`${HEAD}<ul>${list(hits)}</ul>`)
      },
    },
    'a search for any word': {
      url: word,
      site: (request) => {
        const { rows } = ask('SELECT * FROM products')
        const hits = rows.filter((row) =>
          words(first(request)).some((w) => String(row['about']).includes(w)),
        )
        return html(`${HEAD}<ul>${list(hits)}</ul>`)
      },
    },
    'a search that shows what was searched': bound(
      word,
      'SELECT * FROM products WHERE name = ?',
      (v) => `<h1>${escapeHtml(v)}</h1>`,
    ),
    'a page that shows what was searched and no more': {
      url: word,
      site: (request) =>
        html(`${HEAD}<h1>Results for ${escapeHtml(first(request))}</h1><p>Nothing found</p>`),
    },
    'a page that counts the letters': {
      url: word,
      site: (request) => html(`${HEAD}<p>${'word '.repeat(first(request).length)}</p>`),
    },
    'random content on every answer': {
      url: word,
      site: (_request, nth) =>
        html(
          `${HEAD}<p>${Array.from({ length: 40 }, (_, at) => `w${nth * 100 + at}`).join(' ')}</p>`,
        ),
      requests: 0,
    },
    'a firewall that refuses quotes and AND': {
      url: word,
      site: (request) => {
        if (/['"]| and /i.test(first(request))) return html('<h1>Forbidden</h1>', { status: 403 })
        return html(
          `${HEAD}<ul>${list(ask('SELECT * FROM products WHERE name = ?', first(request)).rows)}</ul>`,
        )
      },
      requests: 1,
    },
    'a firewall that knows equal numbers': {
      url: word,
      site: (request) => {
        if (/(\d{4})\W+\1/.test(first(request)))
          return html(`${HEAD}<ul>${list(ask('SELECT * FROM products WHERE id = 1').rows)}</ul>`)
        return html(`${HEAD}<p>Nothing found</p>`)
      },
    },
    'a page that dislikes two different numbers, and takes any word behind the value': usualUnless(
      (v) => !v.startsWith('lamp') || /"\)|(\d{4})\D+(?!\1)\d{4}/.test(v),
    ),
    'a page that compares what stands around =': usualUnless(
      (v) => !v.startsWith('lamp') || /"\)|xxx|(\d{4})'='(?!\1)/.test(v),
    ),
    'a page that changes by itself, in step with the first questions': {
      url: word,
      site: (_request, nth) => (nth < 2 || [3, 5, 8, 10].includes(nth) ? USUAL : OTHER),
    },
    'a page that changes by itself, in step with all questions': {
      url: word,
      site: (_request, nth) =>
        [0, 1, 7, 9, 12, 15].includes(nth) ? USUAL : html(`<h1>Offer</h1><p>Number ${nth}</p>`),
    },
    'refused from the start': {
      url: word,
      site: html('<h1>Access denied</h1>', { status: 403 }),
      requests: 0,
    },
    'arithmetic of a language that is not SQL': {
      url: number,
      site: (request) => {
        const sum = /^(\d+)(?:-(\d+)\+(\d+))?$/.exec(first(request))
        const id = sum === null ? 0 : Number(sum[1]) - Number(sum[2] ?? 0) + Number(sum[3] ?? 0)
        return html(
          `${HEAD}<ul>${list(ask('SELECT * FROM products WHERE id = ?', String(id)).rows)}</ul>`,
        )
      },
    },
  },
  found: {
    'in double quotes and brackets': shop(
      word,
      (v) => `SELECT * FROM products WHERE (name = lower("${v}"))`,
    ),
    'a number': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id = ${v}`),
      match: null,
      confidence: 'confirmed',
      note: /as a number/,
      requests: 12,
    },
    'a number in the brackets of a function': {
      ...shop(second, (v) => `SELECT * FROM products WHERE id = abs(${v})`),
      note: /AND \(/,
    },
    'a number in two brackets': {
      ...shop(second, (v) => `SELECT * FROM products WHERE id = abs(max(0, ${v}))`),
      confidence: 'confirmed',
    },
    'a list of numbers, blanks in it': {
      ...shop(numbers, (v) => `SELECT * FROM products WHERE id IN (${v})`),
      note: /as a number/,
      confidence: 'confirmed',
    },
    'a number in quotes': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id = '${v}'`),
      note: /in single quotes/,
    },
    'a string': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = '${v}'`),
      note: /in single quotes/,
    },
    'a string in the brackets of a function': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = lower('${v}')`),
      confidence: 'confirmed',
    },
    'a string in two brackets': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name IN (lower('${v}'))`),
      confidence: 'confirmed',
    },
    'a pattern': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name LIKE '%${v}%'`),
      note: /in a pattern/,
    },
    'a pattern in brackets': {
      ...shop(word, (v) => `SELECT * FROM products WHERE (name LIKE ('%${v}%'))`),
      note: /in a pattern/,
    },
    'an empty search': {
      ...shop(
        'https://shop.test/search?q=',
        (v) => `SELECT * FROM products WHERE name LIKE '%${v}%'`,
      ),
      confidence: 'confirmed',
    },
    'a string in double quotes': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = "${v}"`),
      note: /in double quotes/,
    },
    'the page shows what was searched': {
      ...shop(
        word,
        (v) => `SELECT * FROM products WHERE name = '${v}'`,
        (v) => `<h1>${escapeHtml(v)}</h1>`,
      ),
      confidence: 'confirmed',
    },
    'nothing found is another status': {
      url: number,
      site: (request) => {
        const { rows } = ask(`SELECT * FROM products WHERE id = ${first(request)}`)
        return rows.length === 0
          ? html('<h1>Not found</h1>', { status: 404 })
          : html(`${HEAD}${list(rows)}`)
      },
      confidence: 'confirmed',
    },
    'a form field': {
      url: 'https://shop.test/search',
      form: { q: 'lamp' },
      site: (request) =>
        html(`${HEAD}${list(ask(`SELECT * FROM products WHERE name = '${first(request)}'`).rows)}`),
      confidence: 'confirmed',
    },
    'a number in JSON': {
      url: 'https://shop.test/api/item',
      json: { q: 2 },
      site: (request) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ask(`SELECT * FROM products WHERE id = ${first(request)}`).rows),
      }),
      confidence: 'confirmed',
    },
    'a cookie that is not shown': {
      url: 'https://shop.test/basket',
      cookies: { basket: 'lamp' },
      site: (request) => {
        const value = /basket=(.*)$/.exec(request.headers.get('cookie') ?? 'basket=lamp')?.[1] ?? ''
        const { rows } = ask(`SELECT * FROM products WHERE name = '${decodeURIComponent(value)}'`)
        return html(`${HEAD}<p>${rows.length === 0 ? 'Your basket is empty' : 'One thing'}</p>`)
      },
      confidence: 'confirmed',
      note: /`basket` stands in single quotes/,
    },
    'a segment of the path': {
      url: 'https://shop.test/products/2',
      segments: [2],
      site: (request) => {
        const value = decodeURIComponent(request.url.pathname.split('/')[2] ?? '')
        const { rows } = ask(`SELECT * FROM products WHERE id = ${value}`)
        return html(`${HEAD}<ul>${list(rows) || '<li>Nothing found'}</ul>`)
      },
      confidence: 'confirmed',
    },
    'the site begins to refuse requests': {
      url: number,
      site: (request, nth) => {
        if (nth > 9) return html('<h1>Too many requests</h1>', { status: 429 })
        return html(
          `${HEAD}<ul>${list(ask(`SELECT * FROM products WHERE id = ${first(request)}`).rows)}</ul>`,
        )
      },
      confidence: 'likely',
      reason: /began to refuse/,
    },
  },
})
