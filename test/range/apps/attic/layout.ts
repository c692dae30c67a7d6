import type { Reply } from '../../kit/app.ts'
import { encode, html } from '../../kit/html.ts'

export type PageOptions = Readonly<{
  status?: number
  /** Markup in the head and before the end of the body, as it stands. */
  head?: string
  foot?: string
  headers?: Readonly<Record<string, string>>
}>

/** A page that takes part in the site: `links` of another page lead to it. */
export type SitePage = Readonly<{ path: string; label: string; reply(): Reply }>

const NAV = [
  ['/', 'Home'],
  ['/products.php', 'Furniture'],
  ['/service.php', 'Service'],
  ['/knowledge.php', 'Knowledge'],
  ['/login.php', 'Customers'],
] as const

export const link = (href: string, label: string): string =>
  `<a href="${encode(href)}">${encode(label)}</a>`
export const linkList = (pages: readonly Pick<SitePage, 'path' | 'label'>[]): string =>
  `<ul>${pages.map(({ path, label }) => `<li>${link(path, label)}</li>`).join('\n')}</ul>`

/** The frame of every page of the site. `body` is markup. */
export const page = (heading: string, body: string, options: PageOptions = {}): Reply => {
  const reply = html(
    `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${encode(heading)} | Loft &amp; Lantern</title>
<link rel="stylesheet" href="/css/site.css">
${options.head ?? ''}
</head>
<body>
<header><img src="/img/lantern.svg" alt="Loft &amp; Lantern" width="16" height="16">
<nav>${NAV.map(([href, label]) => link(href, label)).join(' ')}</nav></header>
<main>
<h1>${encode(heading)}</h1>
${body}
</main>
<footer>Loft &amp; Lantern, furniture from attics since 1974. ${link('/contact.php', 'Contact')}</footer>
${options.foot ?? ''}
</body>
</html>
`,
    options.status ?? 200,
  )
  return { ...reply, headers: { ...reply.headers, ...options.headers } }
}

/** A page without a knack of its own. */
export const prose = (path: string, label: string, words: string): SitePage => ({
  path,
  label,
  reply: () => page(label, `<p>${encode(words)}</p>`),
})

export const notFound = (): Reply =>
  page('Not here', `<p>We looked in every box. ${link('/', 'Start again')}</p>`, { status: 404 })
