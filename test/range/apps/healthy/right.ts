import type { DatabaseSync } from 'node:sqlite'
import { get, post, type Received, type Reply, type Route } from '../../kit/app.ts'
import { encode, json, redirect, scriptJson } from '../../kit/html.ts'
import { PAGE_SIZE, loginPage, pageNumber, pager } from '../../store/catalogue.ts'
import { all, passwordHash, products, type Product } from '../../store/database.ts'
import { link, list, notFound, page, productLine } from '../../store/layout.ts'
import { ownAddress } from '../../store/twins.ts'

const param = (request: Received, name: string): string => request.query.get(name) ?? ''

const shelf = (heading: string, rows: readonly Product[]): Reply =>
  rows.length === 0
    ? page('Nothing found', '<p>No article matches.</p>')
    : page(heading, list(rows.map(productLine)))

/** The addresses of the shop's flawed routes, each done right. */
export const rightRoutes = (database: DatabaseSync): readonly Route[] => [
  ...pages(database),
  ...data(database),
  ...written(database),
  ...markup,
  ...redirects,
]

const SORTS = new Set(['id', 'name', 'price'])

const pages = (database: DatabaseSync): readonly Route[] => [
  get('/product', (request) => {
    const [product] = products(
      database,
      'SELECT * FROM products WHERE id = ?',
      param(request, 'id'),
    )
    return product === undefined ? notFound() : page(product.name, productLine(product))
  }),
  get('/category', (request) => {
    const name = param(request, 'name')
    const number = pageNumber(request.query.get('page'))
    const sql = 'SELECT * FROM products WHERE category = ? LIMIT ? OFFSET ?'
    const rows = products(database, sql, name, PAGE_SIZE, (number - 1) * PAGE_SIZE)
    const path = `/category?name=${encodeURIComponent(name)}`
    return page('Category', list(rows.map(productLine)) + pager(path, number, 2))
  }),
  get('/brand', (request) =>
    shelf(
      'Brand',
      products(database, 'SELECT * FROM products WHERE brand = ?', param(request, 'b')),
    ),
  ),
  get('/search', (request) => {
    const term = param(request, 'q')
    const sql = `SELECT * FROM products WHERE name LIKE ? ESCAPE '\\' LIMIT 10`
    const rows = products(database, sql, `%${term.replace(/[\\%_]/g, '\\$&')}%`)
    return shelf(`Results for ${term}`, rows)
  }),
  get('/stock', (request) => {
    const sql = 'SELECT name FROM products WHERE stock > 0 AND sku = ?'
    const [row] = all(database, sql, param(request, 'sku'))
    if (row === undefined) return page('Stock', '<p>We do not know this article number.</p>')
    return page('Stock', `<p>${encode(String(row['name']))} is in stock and leaves today.</p>`)
  }),
  get('/archive', (request) => {
    const year = Number.parseInt(param(request, 'year'), 10) || 2024
    const month = Number.parseInt(param(request, 'month'), 10) || 1
    const rows = all(database, 'SELECT * FROM news WHERE month = ? AND year = ?', month, year)
    const lines = rows.map(
      (row) => `${encode(String(row['title']))}: ${encode(String(row['body']))}`,
    )
    return rows.length === 0 ? notFound() : page('Archive', list(lines))
  }),
  get('/range', (request) => {
    const least = Number.parseInt(param(request, 'min'), 10) || 0
    const most = Number.parseInt(param(request, 'max'), 10) || 0
    const sql = 'SELECT * FROM products WHERE price BETWEEN ? AND ? LIMIT 10'
    return shelf('Small presents', products(database, sql, least, most))
  }),
]

const data = (database: DatabaseSync): readonly Route[] => [
  get('/api/products', (request) => {
    const sort = param(request, 'sort')
    const sql = `SELECT * FROM products WHERE category = ? ORDER BY ${SORTS.has(sort) ? sort : 'id'}`
    return json({ items: products(database, sql, param(request, 'category')) })
  }),
  post('/api/cart/price', ({ json: body }) => {
    const { product_id: id, quantity } = membersOf(body)
    const sql = 'SELECT price, name FROM products WHERE id = ?'
    const [row] = typeof id === 'number' ? all(database, sql, id) : []
    if (row === undefined) return json({ error: 'unknown product' }, 404)
    const count = Math.min(99, Number.parseInt(String(quantity), 10) || 1)
    return json({ name: row['name'], total: Number(row['price']) * count })
  }),
  post('/api/find', ({ json: body }) => {
    const { brand } = membersOf(membersOf(body)['filter'])
    if (typeof brand !== 'string') return json({ items: [] })
    return json({
      items: products(database, 'SELECT * FROM products WHERE brand = ? LIMIT 10', brand),
    })
  }),
]

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const written = (database: DatabaseSync): readonly Route[] => [
  post('/login', ({ form }) => {
    const sql = 'SELECT name FROM users WHERE name = ? AND password = ?'
    const user = form.get('user') ?? ''
    const isKnown = all(database, sql, user, passwordHash(form.get('password') ?? '')).length > 0
    return isKnown ? page('Welcome', '<p>You are in.</p>') : loginPage('Wrong name or password.')
  }),
  post(
    '/feedback',
    ({ form }) => {
      database
        .prepare('INSERT INTO feedback (name, message) VALUES (?, ?)')
        .run(form.get('name') ?? '', form.get('message') ?? '')
      return page('Thank you', '<p>We read every word.</p>')
    },
    'state',
  ),
  post(
    '/survey',
    ({ form }) => page('Thank you', `<p>Greetings to ${encode(form.get('town') ?? '')}!</p>`),
    'state',
  ),
]

const shows = (path: string, name: string, show: (encoded: string, raw: string) => Reply): Route =>
  get(path, (request) => show(encode(param(request, name)), param(request, name)))

const markup: readonly Route[] = [
  shows('/hello', 'name', (value) => page('Greeting card', `<p>Dear ${value},</p>`)),
  shows('/gallery', 'size', (value) =>
    page('Gallery', `<div class="size-${value}">Pictures</div>`),
  ),
  shows('/banner', 'color', (value) => page('Banner', `<div data-color='${value}'>Sale</div>`)),
  shows('/print', 'title', (value) => page('Print view', '<p>A list.</p>', { title: value })),
  shows('/track', 'id', (_, raw) =>
    page('Parcel', `<script type="application/json">${scriptJson({ id: raw })}</script>`),
  ),
  shows('/measure', 'unit', (value) => page('Units', `<p data-unit="${value}">Measure.</p>`)),
  shows('/back', 'url', (_, raw) =>
    page('Back', link(/^\/[a-z]*$/.test(raw) ? raw : '/', 'Go back')),
  ),
  shows('/list', 'view', (_, raw) =>
    page('List', `<!-- view: ${raw.replace(/[^a-z]/gi, '')} --><p>A list.</p>`),
  ),
  shows('/note', 'text', (value) => page('Note', `<textarea readonly>${value}</textarea>`)),
  shows('/preview', 'text', (value) => page('Preview', `<p>${value}</p>`)),
  shows('/lookup', 'code', (value) =>
    page('Unknown voucher', `<p>${value} is not a voucher of ours.</p>`, { status: 400 }),
  ),
  shows('/field', 'value', (value) => page('Ruler', `<input name="length" value="${value}">`)),
  shows('/api/echo', 'msg', (_, raw) => json({ echo: raw })),
  shows('/guides/care/wood/oiling', 'mark', (value) =>
    page('Oiling', `<p>Use thin oil, twice. You marked <mark>${value}</mark>.</p>`),
  ),
  shows('/clearance', 'tag', (value) => page('Clearance', `<h2>Last ones: ${value}</h2>`)),
]

const leads = (path: string, name: string): Route =>
  get(path, (request) => redirect(ownAddress(param(request, name), request.origin) ?? '/'))

const redirects: readonly Route[] = [
  leads('/go', 'next'),
  leads('/login/return', 'to'),
  leads('/out', 'url'),
  leads('/away', 'path'),
  get('/leave', (request) => {
    const url = ownAddress(param(request, 'url'), request.origin) ?? '/'
    return page('On your way', '<p>One moment.</p>', {
      head: `<meta http-equiv="refresh" content="0; url=${encode(url)}">`,
    })
  }),
  post('/currency', ({ form, origin }) =>
    redirect(ownAddress(form.get('return_to') ?? '/', origin) ?? '/', 303),
  ),
]
