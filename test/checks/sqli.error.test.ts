import check from '../../src/scanner/checks/input/sqli.error.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { number, sort, word } from '../support/shop-pages.ts'
import { escapeHtml, html, valueOf, type Reply } from '../support/site.ts'
import { makeShop } from '../support/sqlite.ts'

const ask = makeShop()

/** A shop that puts the parameter into a statement, and tells visitors what SQLite says. */
const shop = (
  url: string,
  write: (value: string) => string,
  show = (error: string) => `SqliteError: ${error}`,
) => ({
  url,
  site: (request: HttpRequest): Reply => {
    const { rows, error } = ask(write(request.url.searchParams.values().next().value ?? ''))
    if (error !== null) return html(`<pre>${show(error)}</pre>`, { status: 500 })
    return html(`<ul>${rows.map((row) => `<li>${JSON.stringify(row)}`).join('')}</ul>`)
  },
})

testCheck(check, {
  clean: {
    'a bound parameter': {
      url: word,
      site: (request) => {
        const { rows } = ask('SELECT * FROM products WHERE name = ?', valueOf(request, 'q'))
        return html(`<p>${rows.length} found</p>`)
      },
      requests: 0,
    },
    'a quote that is doubled': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = '${v.replaceAll("'", "''")}'`),
      requests: 0,
    },
    'a number that is parsed': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id = ${Number.parseInt(v, 10)}`),
      requests: 1,
    },
    'a column of a list': shop(
      sort,
      (v) => `SELECT * FROM products ORDER BY ${['name', 'price'].includes(v) ? v : 'id'}`,
    ),
  },
  found: {
    'a string': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = '${v}'`),
      match: 'unrecognized token: "',
      confidence: 'confirmed',
      note: /SQLite/,
      requests: 5,
    },
    'a string in brackets': {
      ...shop(word, (v) => `SELECT * FROM products WHERE (name = lower('${v}'))`),
      confidence: 'confirmed',
    },
    'a string in double quotes': {
      ...shop(word, (v) => `SELECT * FROM products WHERE "${v}" = name`),
      confidence: 'confirmed',
      note: /double quote/,
    },
    'a part of a pattern': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name LIKE '%${v}%'`),
      confidence: 'confirmed',
    },
    'a number': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id = ${v}`),
      confidence: 'confirmed',
      note: /a bracket/,
    },
    'a number in a list': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id IN (2, ${v})`),
      confidence: 'confirmed',
    },
    'a number, kept as a string': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id = '${v}'`),
      confidence: 'confirmed',
      note: /single quote/,
    },
    'a column to sort by': {
      ...shop(sort, (v) => `SELECT * FROM products ORDER BY ${v}`),
      confidence: 'confirmed',
    },
    'a direction to sort in': {
      ...shop(
        'https://shop.test/list?dir=DESC',
        (v) => `SELECT * FROM products ORDER BY price ${v}`,
      ),
      confidence: 'confirmed',
    },
    'quotes in the message are encoded': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = '${v}'`, escapeHtml),
      match: 'unrecognized token: &quot;&#39;'.slice(0, 26),
      confidence: 'confirmed',
    },
    'the message is in JSON': {
      ...shop(
        word,
        (v) => `SELECT * FROM products WHERE name = '${v}'`,
        (error) => JSON.stringify({ error }),
      ),
      match: 'unrecognized token: \\"',
    },
    'a form field': {
      url: 'https://shop.test/search',
      form: { q: 'lamp' },
      site: (request) => {
        const { error } = ask(`SELECT * FROM products WHERE name = '${valueOf(request, 'q')}'`)
        return html(error === null ? '<p>ok</p>' : `<p>SQLITE_ERROR: ${error}</p>`)
      },
      confidence: 'confirmed',
    },
    'a member of JSON': {
      url: 'https://shop.test/api/search',
      json: { q: 'lamp' },
      site: (request) => {
        const { error } = ask(`SELECT * FROM products WHERE name = '${valueOf(request, 'q')}'`)
        return {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ error }),
          status: error === null ? 200 : 500,
        }
      },
      confidence: 'confirmed',
    },
    'a header that is written to a table': {
      url: 'https://shop.test/',
      headers: { referer: 'https://shop.test/start' },
      site: (request) => {
        const value = request.headers.get('referer') ?? ''
        const { error } = ask(`SELECT '${value}' AS referer`)
        return error === null
          ? html('<p>Welcome</p>')
          : html(`<pre>SqliteError: ${error}</pre>`, { status: 500 })
      },
      confidence: 'confirmed',
    },
    'a field of multipart': {
      url: 'https://shop.test/profile',
      multipart: { about: 'hello' },
      site: (request) => {
        const value = /name="about"\r\n\r\n([^]*?)\r\n--/.exec(request.body ?? '')?.[1] ?? ''
        const { error } = ask(`SELECT '${value}' AS about`)
        return error === null
          ? html('<p>Saved</p>')
          : html(`<pre>SqliteError: ${error}</pre>`, { status: 500 })
      },
      confidence: 'confirmed',
    },
  },
})
