import check from '../../src/scanner/checks/input/sqli.time.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { first, number, sort, word } from '../support/shop-pages.ts'
import { html, type Reply } from '../support/site.ts'
import { makeWaitingShop, type WaitingEngine } from '../support/waiting-database.ts'

/** A little noise that every run repeats. */
const idleMs = (nth: number): number => 30 + ((nth * 37) % 60)

/** A page that never shows what a statement finds, only how long it took. */
const shop = (url: string, engine: WaitingEngine, write: (value: string) => string) => {
  const ask = makeWaitingShop(engine)
  return {
    url,
    site: (request: HttpRequest, nth: number): Reply => ({
      ...html('<p>Thank you</p>'),
      elapsedMs: idleMs(nth) + ask(write(first(request))).waitedMs,
    }),
  }
}
const slow = (url: string, of: (value: string, nth: number) => number) => ({
  url,
  site: (request: HttpRequest, nth: number): Reply => ({
    ...html('<p>Thank you</p>'),
    elapsedMs: of(first(request), nth),
  }),
})

const PLACES = {
  'a number': [number, (v: string) => `SELECT * FROM products WHERE id = ${v}`, /as a number/],
  'a string': [
    word,
    (v: string) => `SELECT * FROM products WHERE name = '${v}'`,
    /in single quotes/,
  ],
  'a string in double quotes': [
    word,
    (v: string) => `SELECT * FROM products WHERE name = "${v}"`,
    /in double quotes/,
  ],
  'a column to sort by': [
    sort,
    (v: string) => `SELECT * FROM products ORDER BY ${v}`,
    /as a name to sort by/,
  ],
} as const
const ENGINES = ['MySQL', 'PostgreSQL', 'SQLite', 'Oracle'] as const
const KNOWS_DOUBLE: ReadonlySet<WaitingEngine> = new Set(['MySQL', 'SQLite'])
const inEachEngine = Object.fromEntries(
  ENGINES.flatMap((engine) =>
    Object.entries(PLACES)
      .filter(([place]) => place !== 'a string in double quotes' || KNOWS_DOUBLE.has(engine))
      .map(([place, [url, write, note]]) => [
        `${engine}, ${place}`,
        {
          ...shop(url, engine, write),
          match: null,
          confidence: 'confirmed',
          note: new RegExp(`${note.source} in a statement of ${engine}`),
        } as const,
      ]),
  ),
)

testCheck(check, {
  clean: {
    'a bound number': { ...shop(number, 'MySQL', () => 'SELECT 1'), requests: 10 },
    'a bound string': { ...shop(word, 'MySQL', () => 'SELECT 2'), requests: 10 },
    'a quote that is doubled': shop(
      'https://shop.test/find?q=chair',
      'PostgreSQL',
      (v) => `SELECT * FROM products WHERE name = '${v.replaceAll("'", "''")}'`,
    ),
    'a number that is parsed': shop(
      'https://shop.test/item?id=2',
      'SQLite',
      (v) => `SELECT * FROM products WHERE id = ${Number.parseInt(v, 10)}`,
    ),
    'a column of a list': shop(
      sort,
      'MySQL',
      (v) => `SELECT * FROM products ORDER BY ${['name', 'price'].includes(v) ? v : 'id'}`,
    ),
    'a filter that holds back whatever has a quote': slow(word, (v) =>
      v.includes("'") ? 2500 : 40,
    ),
    'a filter that holds back whatever says SLEEP': slow(number, (v) =>
      v.includes('SLEEP') ? 2100 : 40,
    ),
    'a search that is slower for long texts': slow(word, (v) => 20 + v.length * 60),
    'harmless answers that differ by seconds': {
      ...slow(
        number,
        (v, nth) => (nth === 0 ? 2500 : 40) + Number(v === '1' || v[0] === 'k') * 1500,
      ),
      requests: 10,
    },
    'an answer in three is late': slow(number, (_v, nth) => (nth % 3 === 2 ? 2200 : 40)),
    'refused from the start': {
      url: number,
      site: html('<h1>Access denied</h1>', { status: 403 }),
      requests: 0,
    },
    'a firewall that refuses brackets': {
      url: number,
      site: (request, nth) =>
        first(request).includes('(SELECT')
          ? { ...html('<h1>Request blocked</h1>', { status: 403 }), elapsedMs: 2600 }
          : { ...html('<p>ok</p>'), elapsedMs: idleMs(nth) },
      requests: 10,
    },
  },
  found: {
    ...inEachEngine,
    'a number in a list in brackets': {
      ...shop(
        'https://shop.test/list?ids=3',
        'MySQL',
        (v) => `SELECT * FROM products WHERE (id IN (2, ${v}))`,
      ),
      confidence: 'confirmed',
    },
    'a part of a pattern': {
      ...shop(
        'https://shop.test/find?q=chair',
        'PostgreSQL',
        (v) => `SELECT * FROM products WHERE (name LIKE '%${v}%')`,
      ),
      confidence: 'confirmed',
    },
    'a direction to sort in': {
      ...shop(
        'https://shop.test/list?dir=DESC',
        'SQLite',
        (v) => `SELECT * FROM products ORDER BY price ${v}`,
      ),
      confidence: 'confirmed',
    },
    'a value that is stored': {
      ...shop(
        'https://shop.test/note',
        'MySQL',
        (v) => `INSERT INTO products (name, price) VALUES ('${v}', 20)`,
      ),
      form: { q: 'lamp' },
      confidence: 'confirmed',
    },
    'a cookie': {
      url: 'https://shop.test/',
      cookies: { theme: 'dark' },
      site: (request, nth) => {
        const value = /theme=(.*)$/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
        const { waitedMs } = makeWaitingShop('PostgreSQL')(
          `SELECT * FROM products WHERE name = '${value}'`,
        )
        return { ...html('<p>ok</p>'), elapsedMs: idleMs(nth) + waitedMs }
      },
      confidence: 'confirmed',
    },
    'a host that is busy now and then': {
      url: number,
      site: (request, nth) => {
        const { waitedMs } = makeWaitingShop('MySQL')(
          `SELECT * FROM products WHERE id = ${first(request)}`,
        )
        const late = nth === 5 ? 1800 : 0
        return { ...html('<p>ok</p>'), elapsedMs: idleMs(nth) + late + waitedMs }
      },
      confidence: 'confirmed',
    },
    'a host that is busy through a whole measurement': {
      url: number,
      site: (request, nth) => {
        const { waitedMs } = makeWaitingShop('MySQL')(
          `SELECT * FROM products WHERE id = ${first(request)}`,
        )
        const late = nth >= 6 && nth < 9 ? 1800 : 0
        return { ...html('<p>ok</p>'), elapsedMs: idleMs(nth) + late + waitedMs }
      },
      confidence: 'confirmed',
    },
    'the site begins to refuse requests': {
      url: number,
      site: (request, nth) => {
        if (nth > 8) return html('<h1>Too many requests</h1>', { status: 429 })
        const { waitedMs } = makeWaitingShop('MySQL')(
          `SELECT * FROM products WHERE id = ${first(request)}`,
        )
        return { ...html('<p>ok</p>'), elapsedMs: idleMs(nth) + waitedMs }
      },
      confidence: 'likely',
      reason: /In one run .* began to refuse/,
    },
  },
})
