import type { DatabaseSync } from 'node:sqlite'
import { get, type Received, type Reply, type Route } from '../kit/app.ts'
import { encode, html, json, redirect, scriptJson, text } from '../kit/html.ts'
import { products } from './database.ts'
import { link, list, notFound, page, productLine } from './layout.ts'

/**
 * Right answers that look wrong: neighbours of the flawed routes that a scanner must not report.
 * Each is named, with the reason why it is right, in the `clean` list of the shop's truth.
 */
export const twinRoutes = (database: DatabaseSync): readonly Route[] => [
  ...dataTwins(database),
  ...markupTwins,
  ...redirectTwins,
  get('/.svn/*', () => page('Forbidden', '<p>No access.</p>', { status: 403 })),
  get('/.hg/*', () => page('Hello', '<p>Looking for something? Try the search above.</p>')),
  get('/theme', ({ query }) => {
    const theme = query.get('set') === 'dark' ? 'dark' : 'light'
    const reply = page('Theme', `<p>The ${theme} theme is on.</p>`)
    return { ...reply, headers: { ...reply.headers, 'set-cookie': `theme=${theme}; Path=/` } }
  }),
]

const param = (request: Received, name: string): string => request.query.get(name) ?? ''

const dataTwins = (database: DatabaseSync): readonly Route[] => [
  get('/item', (request) => {
    const [product] = products(
      database,
      'SELECT * FROM products WHERE id = ?',
      param(request, 'id'),
    )
    return product === undefined ? notFound() : page(product.name, productLine(product))
  }),
  get('/find', (request) => {
    const term = param(request, 'q')
    const rows = products(
      database,
      `SELECT * FROM products WHERE name LIKE ? ESCAPE '\\' LIMIT 10`,
      `%${term.replace(/[\\%_]/g, '\\$&')}%`,
    )
    return page(`Results for ${term}`, list(rows.map(productLine)))
  }),
  get('/reviews', (request) => {
    const author = param(request, 'author').replaceAll("'", "''").replaceAll('\0', '')
    const rows = database.prepare(`SELECT body FROM reviews WHERE author = '${author}'`).all()
    return page('Reviews', list(rows.map((row) => encode(String(row['body'])))))
  }),
  get('/docs/sql-errors', (request) =>
    page(
      'Database errors explained',
      `<p>You asked about ${encode(param(request, 'topic'))}.</p><pre>
SQLITE_ERROR: near "'": syntax error
SqliteError: unrecognized token: "'"
You have an error in your SQL syntax; check the manual
</pre>`,
    ),
  ),
  get('/compare', (request) => {
    const ids = [param(request, 'a'), param(request, 'b')]
    if (!ids.every((id) => /^\d{1,4}$/.test(id))) {
      return page('Something went wrong', '<p>Our team was told.</p>', { status: 500 })
    }
    const rows = products(database, 'SELECT * FROM products WHERE id IN (?, ?)', ...ids)
    return page('Compare', list(rows.map(productLine)))
  }),
  get('/tools/quotes', (request) => {
    const value = param(request, 'text')
    const isOdd = value.split("'").length % 2 === 0
    return page('Quote checker', isOdd ? '<p>Error: unbalanced quote.</p>' : '<p>Balanced.</p>')
  }),
  get('/tools/calc', (request) => {
    const sum = param(request, 'sum').replaceAll(' ', '')
    const isSum = /^\d{1,6}([+-]\d{1,6}){0,5}$/.test(sum)
    const value = (sum.match(/[+-]?\d+/g) ?? []).reduce((total, term) => total + Number(term), 0)
    return page('Calculator', isSum ? `<p>That makes ${value}.</p>` : '<p>Not a sum.</p>')
  }),
  get('/faq', (request) => {
    const words =
      param(request, 'q')
        .toLowerCase()
        .match(/[a-z]{3,}/g) ?? []
    const hits = FAQ.filter((entry) => words.some((word) => entry.toLowerCase().includes(word)))
    return page('Questions', hits.length > 0 ? list(hits) : '<p>No answer found.</p>')
  }),
  get('/tracked', (request) =>
    /['"<>;]|--/.test(param(request, 'order'))
      ? html('<h1>Request blocked</h1><p>The firewall stopped this request.</p>', 403)
      : page('Order status', '<p>The order is on its way and will arrive on Tuesday.</p>'),
  ),
  get('/offers', () => {
    const start = takeTurn()
    const rows = products(database, 'SELECT * FROM products').filter(
      (product) => (product.id * 31 + start * 17) % 7 < 1 + (start % 3),
    )
    return page('Offers of the minute', list(rows.map(productLine)))
  }),
]

const FAQ = [
  'Delivery takes three days. Parcels leave on Tuesdays.',
  'Returns are free for thirty days.',
  'We mend what we sold, and often what we did not.',
]

// A page that is never the same twice; the turn only has to move, not to be hard to guess.
const turn = { count: 0 }
function takeTurn(): number {
  turn.count += 1
  return turn.count
}

const markupTwins: readonly Route[] = [
  get('/welcome', (request) => page('Welcome', `<p>Dear ${encode(param(request, 'name'))},</p>`)),
  get('/gallery/frame', (request) =>
    page(
      'Gallery',
      `<div class="frame" data-size="${encode(param(request, 'size'))}">Pictures</div>`,
    ),
  ),
  get('/track/view', (request) =>
    page(
      'Parcel',
      `<script type="application/json" id="parcel">${scriptJson({ id: param(request, 'id') })}</script>`,
    ),
  ),
  get('/list/plain', (request) =>
    page('List', `<!-- view: ${param(request, 'view').replace(/[^a-z]/gi, '')} --><p>A list.</p>`),
  ),
  get('/note/view', (request) =>
    page('Note', `<textarea readonly>${encode(param(request, 'text'))}</textarea>`),
  ),
  get('/strip', (request) =>
    page('Preview', `<p>${param(request, 'text').replace(/[<>&]/g, '')}</p>`),
  ),
  get('/back/link', (request) => {
    const target = param(request, 'url')
    return page('Back', link(/^\/[a-z]*$/.test(target) ? target : '/', 'Go back'))
  }),
  get('/raw.txt', (request) => text(param(request, 'text'))),
  get('/api/say', (request) => json({ said: param(request, 'msg') })),
]

const PARTNERS = new Set(['partner.example', 'mill.example'])

/** Where a value leads from this site: an address of the same site, or null. */
export function ownAddress(value: string, origin: string): string | null {
  if (!URL.canParse(value, origin)) return null
  const url = new URL(value, origin)
  // The whole address: a path alone could begin with `//`.
  return url.origin === origin ? url.href : null
}

const redirectTwins: readonly Route[] = [
  get('/go/partner', (request): Reply => {
    const next = param(request, 'next')
    const own = ownAddress(next, request.origin)
    if (own !== null) return redirect(own)
    const isPartner =
      URL.canParse(next) &&
      new URL(next).protocol === 'https:' &&
      PARTNERS.has(new URL(next).hostname)
    return redirect(isPartner ? new URL(next).href : '/')
  }),
  get('/login/back', (request) =>
    redirect(ownAddress(param(request, 'to'), request.origin) ?? '/'),
  ),
  get('/jump', (request) =>
    redirect(`/landing?from=${encodeURIComponent(param(request, 'next'))}`),
  ),
  get('/out/notice', (request) =>
    page(
      'You are leaving',
      `<p>You asked for ${encode(param(request, 'url'))}. Type it yourself if you trust it.</p>
<!-- once: <meta http-equiv="refresh" content="0; url=/out"> -->`,
    ),
  ),
]
