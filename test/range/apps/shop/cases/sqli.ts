import type { DatabaseSync } from 'node:sqlite'
import { get, post, type Received, type Reply, type Route } from '../../../kit/app.ts'
import { encode, json } from '../../../kit/html.ts'
import { all, passwordHash, products, type Product } from '../../../store/database.ts'
import { list, notFound, page, productLine } from '../../../store/layout.ts'
import { PAGE_SIZE, loginPage, pageNumber, pager } from '../../../store/catalogue.ts'

const param = (request: Received, name: string): string => request.query.get(name) ?? ''
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/** What a route makes of a failing statement; each app of the real world does it differently. */
type OnError = (message: string) => Reply

function attempt(work: () => Reply, onError: OnError): Reply {
  try {
    return work()
  } catch (error) {
    return onError(messageOf(error))
  }
}

const stack: OnError = (message) =>
  page(
    'Unhandled exception',
    `<pre>Error: SQLITE_ERROR: ${encode(message)}
    at Database.prepare (/srv/shop/lib/db.js:41:17)
    at show (/srv/shop/routes/product.js:12:9)</pre>`,
    { status: 500 },
  )
const inline: OnError = (message) =>
  page('Shop', `<p class="error">SqliteError: ${encode(message)}</p>`)
const asData: OnError = (message) => json({ error: `SQLITE_ERROR: ${message}` }, 500)
const nothingFound: OnError = () => page('Nothing found', '<p>No article matches.</p>')

const shelf = (heading: string, rows: readonly Product[]): Reply =>
  rows.length === 0 ? nothingFound('') : page(heading, list(rows.map(productLine)))

/** SQL injection in its usual places: every statement here is glued together from the request. */
export const sqliRoutes = (database: DatabaseSync): readonly Route[] => [
  ...verbose(database),
  ...blind(database),
  ...data(database),
  ...written(database),
]

const verbose = (database: DatabaseSync): readonly Route[] => [
  get('/product', (request) =>
    attempt(() => {
      const sql = `SELECT * FROM products WHERE id = ${param(request, 'id')}`
      const [product] = products(database, sql)
      return product === undefined ? notFound() : page(product.name, productLine(product))
    }, stack),
  ),
  get('/category', (request) =>
    attempt(() => {
      const name = param(request, 'name')
      const number = pageNumber(request.query.get('page'))
      const where = `category = '${name}'`
      const sql = `SELECT * FROM products WHERE ${where} LIMIT ${PAGE_SIZE} OFFSET ${(number - 1) * PAGE_SIZE}`
      const path = `/category?name=${encodeURIComponent(name)}`
      return page(
        'Category',
        list(products(database, sql).map(productLine)) + pager(path, number, 2),
      )
    }, inline),
  ),
  get('/brand', (request) =>
    attempt(
      () =>
        shelf(
          'Brand',
          products(database, `SELECT * FROM products WHERE brand = "${param(request, 'b')}"`),
        ),
      stack,
    ),
  ),
]

const unknownArticle: OnError = () => page('Stock', '<p>We do not know this article number.</p>')

const blind = (database: DatabaseSync): readonly Route[] => [
  get('/search', (request) => {
    const term = param(request, 'q')
    const sql = `SELECT * FROM products WHERE name LIKE '%${term}%' LIMIT 10`
    return attempt(() => shelf(`Results for ${term}`, products(database, sql)), nothingFound)
  }),
  get('/stock', (request) => {
    const sql = `SELECT name FROM products WHERE (stock > 0 AND sku = '${param(request, 'sku')}')`
    return attempt(() => {
      const [row] = all(database, sql)
      if (row === undefined) return unknownArticle('')
      return page('Stock', `<p>${encode(String(row['name']))} is in stock and leaves today.</p>`)
    }, unknownArticle)
  }),
  get('/archive', (request) => {
    const year = Number.parseInt(param(request, 'year'), 10) || 2024
    const sql = `SELECT * FROM news WHERE month = ${param(request, 'month')} AND year = ${year}`
    return attempt(() => {
      const rows = all(database, sql)
      if (rows.length === 0) return notFound()
      return page(
        'Archive',
        list(rows.map((row) => `${encode(String(row['title']))}: ${encode(String(row['body']))}`)),
      )
    }, notFound)
  }),
  get('/range', (request) => {
    const least = Number.parseInt(param(request, 'min'), 10) || 0
    const sql = `SELECT * FROM products WHERE price BETWEEN ${least} AND ${param(request, 'max')} LIMIT 10`
    return attempt(() => shelf('Small presents', products(database, sql)), nothingFound)
  }),
]

const data = (database: DatabaseSync): readonly Route[] => [
  get('/api/products', (request) =>
    attempt(() => {
      const sort = param(request, 'sort') || 'id'
      const sql = `SELECT * FROM products WHERE category = ? ORDER BY ${sort}`
      return json({ items: products(database, sql, param(request, 'category')) })
    }, asData),
  ),
  post('/api/cart/price', ({ json: body }) =>
    attempt(() => {
      const id = field(body, 'product_id')
      const [row] = all(database, `SELECT price, name FROM products WHERE id = ${id}`)
      if (row === undefined) return json({ error: 'unknown product' }, 404)
      const quantity = Math.min(99, Number.parseInt(field(body, 'quantity'), 10) || 1)
      return json({ name: row['name'], total: Number(row['price']) * quantity })
    }, asData),
  ),
  post('/api/find', ({ json: body }) => {
    const brand = field(
      typeof body === 'object' ? Reflect.get(body ?? {}, 'filter') : null,
      'brand',
    )
    const sql = `SELECT * FROM products WHERE brand = '${brand}' LIMIT 10`
    return attempt(
      () => json({ items: products(database, sql) }),
      () => json({ items: [] }),
    )
  }),
]

/** A member of a JSON body as text, whatever its type is. */
function field(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const written = (database: DatabaseSync): readonly Route[] => [
  post('/login', ({ form }) =>
    attempt(() => {
      const user = form.get('user') ?? ''
      const hash = passwordHash(form.get('password') ?? '')
      const sql = `SELECT name FROM users WHERE name = '${user}' AND password = '${hash}'`
      const isKnown = all(database, sql).length > 0
      return isKnown ? page('Welcome', '<p>You are in.</p>') : loginPage('Wrong name or password.')
    }, inline),
  ),
  post(
    '/feedback',
    ({ form }) =>
      attempt(() => {
        const name = form.get('name') ?? ''
        database
          .prepare(`INSERT INTO feedback (name, message) VALUES ('${name}', ?)`)
          .run(form.get('message') ?? '')
        return page('Thank you', '<p>We read every word.</p>')
      }, stack),
    'state',
  ),
]
