import { get, type Reply, type Route } from './app.ts'
import { encode, html, text } from './html.ts'

export type Entries = readonly (readonly [href: string, label: string])[]
/** `title` and `head` are markup. */
export type FrameOptions = Readonly<{ status?: number; head?: string; title?: string }>
export type Page = (heading: string, body: string, options?: FrameOptions) => Reply

export const link = (href: string, label: string): string =>
  `<a href="${encode(href)}">${encode(label)}</a>`
export const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`
export const links = (entries: Entries): string =>
  list(entries.map(([href, label]) => link(href, label)))

/** The frame of every page of one site. `body` is markup. */
export const frame =
  (brand: string, nav: Entries): Page =>
  (heading, body, options = {}) =>
    html(
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${options.title ?? encode(`${heading} - ${brand}`)}</title>
<link rel="stylesheet" href="/assets/site.css">
${options.head ?? ''}
</head>
<body>
<nav>${links(nav)}</nav>
<main>
<h1>${encode(heading)}</h1>
${body}
</main>
</body>
</html>
`,
      options.status ?? 200,
    )

const STYLE = 'body{font:16px/1.5 sans-serif;max-width:50rem;margin:auto}nav li{display:inline}'
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

export const securityTxt = (domain: string): Route => {
  const expires = new Date(Date.now() + YEAR_MS / 2).toISOString()
  const contact = `Contact: mailto:security@${domain}\nExpires: ${expires}\n`
  return get('/.well-known/security.txt', () => text(contact))
}

/** What every careful site has beside its pages. */
export const plainRoutes = (domain: string): readonly Route[] => [
  get('/assets/site.css', () => text(STYLE, 200, 'text/css')),
  get('/robots.txt', () => text('User-agent: *\nDisallow:\n')),
  securityTxt(domain),
]
