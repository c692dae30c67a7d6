import { get, post, type Route } from '../kit/app.ts'
import { html, redirect, text } from '../kit/html.ts'
import { CATEGORIES } from './database.ts'
import { link, list, page } from './layout.ts'

/** The pages that lead to everything else, as [address, label] by hub. */
const HUBS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  '/guides': [
    ['/guides/care', 'Care'],
    ['/guides/choosing', 'Choosing'],
    ['/help/delivery', 'Help: delivery'],
    ['/help/returns', 'Help: returns'],
    ['/docs/sql-errors?topic=syntax', 'For developers: database errors'],
  ],
  '/guides/care': [
    ['/guides/care/wood', 'Wood'],
    ['/guides/care/metal', 'Metal'],
  ],
  '/guides/care/wood': [
    ['/guides/care/wood/oiling?mark=linseed', 'Oiling'],
    ['/guides/care/wood/mending', 'Mending'],
  ],
  '/guides/care/wood/mending': [['/guides/care/wood/mending/tools', 'The tools you need']],
  '/tools': [
    ['/hello?name=friend', 'Greeting card'],
    ['/welcome?name=friend', 'Gift card'],
    ['/gallery?size=large', 'Gallery'],
    ['/gallery/frame?size=large', 'Framed gallery'],
    ['/banner?color=green', 'Banner'],
    ['/print?title=List', 'Print view'],
    ['/measure?unit=cm', 'Units'],
    ['/list?view=grid', 'List view'],
    ['/list/plain?view=grid', 'Plain list'],
    ['/note?text=thanks', 'Gift note'],
    ['/note/view?text=thanks', 'Gift note, read only'],
    ['/preview?text=draft', 'Preview'],
    ['/strip?text=draft', 'Plain preview'],
    ['/lookup?code=K12', 'Voucher'],
    ['/field?value=12', 'Ruler'],
    ['/raw.txt?text=draft', 'Draft as text'],
    ['/api/echo?msg=hi', 'Echo'],
    ['/api/say?msg=hi', 'Say'],
    ['/tools/quotes?text=plain', 'Quote checker'],
    ['/tools/calc?sum=3', 'Calculator'],
    ['/theme?set=dark', 'Dark theme'],
  ],
  '/service': [
    ['/stock?sku=KI-1001', 'In stock?'],
    ['/track?id=T100', 'Track a parcel'],
    ['/track/view?id=T100', 'Track a parcel, simple'],
    ['/tracked?order=1001', 'Order status'],
    ['/orders/1001', 'A sample order'],
    ['/orders/1002', 'Another sample order'],
    ['/compare?a=1&b=2', 'Compare articles'],
    ['/offers?ref=home', 'Offers of the minute'],
    ['/faq?q=delivery', 'Questions'],
    ['/go?next=/products', 'Shortcut to the products'],
    ['/go/partner?next=/products', 'Partners'],
    ['/out?url=/news', 'News desk'],
    ['/out/notice?url=/news', 'Leaving notice'],
    ['/away?path=/about', 'Who we are'],
    ['/leave?url=/contact', 'Write to us'],
    ['/jump?next=/about', 'Jump'],
    ['/back?url=/products', 'Back link'],
    ['/back/link?url=/products', 'Back link, simple'],
    ['/old-shop', 'The old shop'],
  ],
  '/account': [
    ['/login', 'Log in'],
    ['/login/return?to=/account', 'Continue'],
    ['/login/back?to=/account', 'Back to your account'],
    ['/cart', 'Your cart'],
    ['/logout', 'Log out'],
    ['/session/end', 'Sign out everywhere'],
    ['/account/delete?confirm=yes', 'Delete account'],
  ],
}

const HOME: readonly (readonly [string, string])[] = [
  ...CATEGORIES.map((name) => [`/category?name=${name}`, name] as const),
  ['/search?q=lamp', 'Lamps'],
  ['/find?q=lamp', 'Lamps, new search'],
  ['/brand?b=Alder', 'By Alder'],
  ['/item?id=3', 'Article of the week'],
  ['/range?min=500&max=4000', 'Small presents'],
  ['/archive?year=2024&month=5', 'From the archive'],
  ['/reviews?author=anna', 'Reviews by Anna'],
  ['/api/products?category=toys&sort=price', 'Toys as data'],
]

const links = (entries: readonly (readonly [string, string])[]) =>
  list(entries.map(([href, label]) => link(href, label)))

const prose: Readonly<Record<string, readonly [string, string]>> = {
  '/about': ['About us', 'A small workshop that makes and mends things for the house.'],
  '/guides/choosing': ['Choosing', 'Buy what can be opened, oiled and mended.'],
  '/guides/care/metal': ['Metal', 'Dry it after use; a drop of oil keeps rust away.'],
  '/guides/care/wood/mending/tools': ['Tools', 'A clamp, a brush, glue and an evening.'],
  '/landing': ['Welcome back', 'You came from another page of ours.'],
  '/help/delivery': ['Delivery', 'Parcels leave on Tuesdays and take three days.'],
  '/help/returns': ['Returns', 'Send it back within thirty days, used or not.'],
}

/** Hubs and prose: nothing in them reads the request. */
export const hubRoutes: readonly Route[] = [
  get('/', () => page('Kettle & Kite', links(HOME))),
  ...Object.entries(HUBS).map(([path, entries]) =>
    get(path, () => page(path.split('/').at(-1) ?? 'Hub', links(entries))),
  ),
  ...Object.entries(prose).map(([path, [heading, words]]) =>
    get(path, () => page(heading, `<p>${words}</p>`)),
  ),
  get('/old-shop', () => redirect('/', 301)),
  get('/gone', () => page('Gone', '<p>This page was removed.</p>', { status: 410 })),
  get('/broken', () => page('Out of order', '<p>Please come back later.</p>', { status: 500 })),
  // A catch-all: everything below it answers 200, whether it exists or not.
  get('/help/*', () =>
    page(
      'Help',
      `<p>We could not find that article. Popular: ${link('/help/delivery', 'delivery')}</p>`,
    ),
  ),
]

const NEVER = () => html('<p>Done</p>')
/** What a scan must never ask for; each hit is counted. */
export const dangerousRoutes: readonly Route[] = [
  get('/logout', NEVER, 'dangerous'),
  get('/session/end', NEVER, 'dangerous'),
  get('/account/delete', NEVER, 'dangerous'),
  get('/cart/remove', NEVER, 'dangerous'),
  post('/checkout/pay', NEVER, 'dangerous'),
  post('/account/close', NEVER, 'dangerous'),
]

const STYLE = 'body{font:16px/1.5 sans-serif;max-width:60rem;margin:auto}nav li{display:inline}'
const SCRIPT = 'document.documentElement.dataset.ready = "yes"\n'
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>'
const SITEMAP = ['/', '/products', '/news', '/guides/care/wood', '/clearance?tag=last']

export const assetRoutes: readonly Route[] = [
  get('/assets/site.css', () => text(STYLE, 200, 'text/css')),
  get('/assets/site.js', () => text(SCRIPT, 200, 'text/javascript')),
  get('/assets/logo.svg', () => text(LOGO, 200, 'image/svg+xml')),
  get('/robots.txt', ({ origin }) =>
    text(`User-agent: *\nDisallow: /broken\nDisallow: /gone\nSitemap: ${origin}/sitemap.xml\n`),
  ),
  get('/sitemap.xml', ({ origin }) =>
    text(
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${SITEMAP.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('\n')}
</urlset>
`,
      200,
      'application/xml',
    ),
  ),
]
