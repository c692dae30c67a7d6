import type { Reply } from '../kit/app.ts'
import { encode, html } from '../kit/html.ts'
import type { Product } from './database.ts'

export type PageOptions = Readonly<{ status?: number; head?: string; title?: string }>

const NAV = [
  ['/', 'Home'],
  ['/products', 'All products'],
  ['/news', 'News'],
  ['/guides', 'Guides'],
  ['/tools', 'Tools'],
  ['/service', 'Service'],
  ['/account', 'Your account'],
] as const

export const link = (href: string, label: string): string =>
  `<a href="${encode(href)}">${encode(label)}</a>`

export const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

export const price = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`

export const productLine = (product: Product): string =>
  `${link(`/product?id=${product.id}`, product.name)} <b>${price(product.price)}</b>
   <span>${encode(product.description)}</span>`

/** The frame of every page of the shop and of its healthy twin. `body` is markup. */
export const page = (heading: string, body: string, options: PageOptions = {}): Reply =>
  html(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${options.title ?? encode(`${heading} - Kettle & Kite`)}</title>
<link rel="stylesheet" href="/assets/site.css">
<script src="/assets/site.js" defer></script>
${options.head ?? ''}
</head>
<body>
<header>
<nav>${list(NAV.map(([href, label]) => link(href, label)))}</nav>
<form action="/search" method="get"><input name="q" type="search"><button>Find</button></form>
</header>
<main>
<h1>${encode(heading)}</h1>
${body}
</main>
<footer>
<form action="/newsletter" method="post">
<input name="email" type="email" required><button>Join the newsletter</button>
</form>
<form action="/currency" method="post">
<select name="currency"><option value="EUR">EUR</option><option value="SEK">SEK</option></select>
<input type="hidden" name="return_to" value="/products"><button>Change</button>
</form>
${link('/about', 'About us')} ${link('/contact', 'Contact')}
</footer>
</body>
</html>
`,
    options.status ?? 200,
  )

export const notFound = (): Reply =>
  page('Page not found', `<p>There is nothing at this address. ${link('/', 'Go home')}</p>`, {
    status: 404,
  })
