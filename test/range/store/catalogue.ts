import type { DatabaseSync } from 'node:sqlite'
import { get, post, type Route } from '../kit/app.ts'
import { encode, text } from '../kit/html.ts'
import { all, products } from './database.ts'
import { link, list, notFound, page, price, productLine } from './layout.ts'

export const PAGE_SIZE = 8

/** A page number from outside: a whole number from 1 on, else 1. */
export const pageNumber = (value: string | null): number =>
  value !== null && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : 1

export const pager = (path: string, current: number, pages: number): string =>
  list(
    Array.from({ length: pages }, (_, index) => index + 1)
      .filter((number) => number !== current)
      .map((number) => link(`${path}${path.includes('?') ? '&' : '?'}page=${number}`, `${number}`)),
  )

const CART_SCRIPT = `
async function refreshPrice() {
  const answer = await fetch('/api/cart/price', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ product_id: 3, quantity: 1 }),
  })
  document.querySelector('#total').textContent = (await answer.json()).total
}
async function findSimilar() {
  const answer = await fetch('/api/find', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filter: { brand: 'Cedar' }, limit: 10 }),
  })
  document.querySelector('#similar').textContent = (await answer.json()).items.length
}
refreshPrice().then(findSimilar)
`

/** The parts of the shop that are right in the shop and in its twin. */
export const catalogueRoutes = (database: DatabaseSync): readonly Route[] => [
  get('/products', ({ query }) => {
    const number = pageNumber(query.get('page'))
    const rows = products(
      database,
      'SELECT * FROM products ORDER BY id LIMIT ? OFFSET ?',
      PAGE_SIZE,
      (number - 1) * PAGE_SIZE,
    )
    return page('All products', list(rows.map(productLine)) + pager('/products', number, 6))
  }),
  get('/news', () =>
    page(
      'News',
      list(['/news/2024/05/spring', '/news/2024/11/autumn'].map((path) => link(path, path))),
    ),
  ),
  get('/news/2024/05/spring', () => page('Spring', '<p>New planters, and rakes that last.</p>')),
  get('/news/2024/11/autumn', () => page('Autumn', '<p>Candles and lanterns are back.</p>')),
  get('/orders/*', ({ path }) =>
    /^\/orders\/10\d\d$/.test(path)
      ? page('Order', `<p>Order ${encode(path.slice('/orders/'.length))} left the workshop.</p>`)
      : notFound(),
  ),
  get('/contact', () =>
    page(
      'Contact',
      `<form action="/feedback" method="post">
<input name="name" value="A visitor"><textarea name="message">Good work.</textarea>
<button>Submit</button></form>
<form action="/survey" method="post">
<label>Where do you live? <input name="town"></label><button>Submit</button></form>`,
    ),
  ),
  post('/newsletter', () => page('Newsletter', '<p>Please confirm by mail.</p>'), 'state'),
  get('/login', () => loginPage('')),
  get('/cart', () => cartPage(database)),
  get('/assets/cart.js', () => text(CART_SCRIPT, 200, 'text/javascript')),
]

export const loginPage = (notice: string, status = 200) =>
  page(
    'Log in',
    `<p>${notice}</p><form action="/login" method="post">
<input name="user" value="anna"><input name="password" type="password">
<button>Log in</button></form>`,
    { status },
  )

function cartPage(database: DatabaseSync) {
  const lines = all(database, 'SELECT name, price FROM products WHERE id IN (3, 5)').map(
    (row) => `${encode(String(row['name']))} ${price(Number(row['price']))}`,
  )
  const body = `${list(lines)}<p>Total <b id="total"></b>, similar <b id="similar"></b></p>
<a href="/cart/remove?item=3">Remove</a>
<form action="/checkout/pay" method="post"><input type="hidden" name="cart" value="7">
<button>Pay now</button></form>
<form action="/account/close" method="post"><button>Delete my account</button></form>`
  const reply = page('Your cart', body, { head: '<script src="/assets/cart.js" defer></script>' })
  const cookie = 'basket_session=8f14e45fceea167a5a36; Path=/cart; HttpOnly; SameSite=Strict'
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } }
}
