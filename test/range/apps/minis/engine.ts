import { randomBytes } from 'node:crypto'
import { get, post, type Reply, type Route, type Start } from '../../kit/app.ts'
import { RIGHT_HEADERS, RIGHT_POLICY } from '../../kit/headers.ts'
import { encode, html, text } from '../../kit/html.ts'
import { serve } from '../../kit/listen.ts'
import type { Directives, HeaderPatch, MiniPage, MiniSite, Patch } from './site.ts'

const VALID_MS = 180 * 24 * 3600 * 1000

/** RFC 9116, good for half a year. */
const rightSecurityTxt = (): string =>
  `Contact: mailto:security@mini.test\nExpires: ${new Date(Date.now() + VALID_MS).toISOString()}\nPreferred-Languages: en\n`

/** Serves one site: all is right, but for what its faults and variants change. */
export const startOf =
  (site: MiniSite): Start =>
  (options) => {
    const patches = [...(site.faults ?? []), ...(site.variants ?? [])].map(({ patch }) => patch)
    const pages = pagesOf(site, patches)
    const routes = [
      ...pages.flatMap((page) => pageRoutes(site, pages, patches, page)),
      get('/site.css', () => text('body{font:16px serif}\n', 200, 'text/css')),
      get('/site.js', () => text('window.ready = true\n', 200, 'text/javascript')),
      ...securityTxtRoutes(patches),
    ]
    const fallback = () =>
      frame(
        site,
        pages,
        patches,
        { path: '', heading: 'Not found', body: '<p>Nothing here.</p>' },
        404,
      )
    return serve({ routes, fallback, finish: finishOf(patches) }, options)
  }

function pagesOf(site: MiniSite, patches: readonly Patch[]): readonly MiniPage[] {
  const home: MiniPage = {
    path: '/',
    heading: site.title,
    body: `<p>${encode(site.words)}</p>`,
    cookies: patches.flatMap(({ cookies }) => cookies ?? []),
  }
  return [
    home,
    { path: '/about', heading: 'About us', body: `<p>Since 1974. ${encode(site.words)}</p>` },
    { path: '/hours', heading: 'Hours', body: '<p>Ten to six, not on Sundays.</p>' },
    ...patches.flatMap(({ pages }) => pages ?? []),
  ]
}

function pageRoutes(
  site: MiniSite,
  pages: readonly MiniPage[],
  patches: readonly Patch[],
  page: MiniPage,
): readonly Route[] {
  const shown = get(page.path, () =>
    withCookies(frame(site, pages, patches, page), page.cookies ?? []),
  )
  const { posted } = page
  return posted === undefined ? [shown] : [shown, post(page.path, () => text(posted), 'state')]
}

function frame(
  site: MiniSite,
  pages: readonly MiniPage[],
  patches: readonly Patch[],
  page: MiniPage,
  status = 200,
): Reply {
  const links = pages.map(({ path, heading }) => `<a href="${path}">${encode(heading)}</a>`)
  // Where scripts are let in by a nonce, the site's own needs it too.
  const nonce = patches.some(({ head }) => head?.includes('{nonce}')) ? ' nonce="{nonce}"' : ''
  const heads = [...patches.map(({ head }) => head ?? ''), page.head ?? ''].filter(Boolean)
  return html(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${encode(`${page.heading} - ${site.title}`)}</title>
${[...heads, '<link rel="stylesheet" href="/site.css">', `<script src="/site.js"${nonce} defer></script>`].join('\n')}
</head>
<body>
<nav>${links.join(' ')}</nav>
<h1>${encode(page.heading)}</h1>
${page.body}
</body>
</html>
`,
    status,
  )
}

function withCookies(reply: Reply, cookies: readonly string[]): Reply {
  const set = cookies.map((cookie) => cookie.replace('{random}', randomBytes(16).toString('hex')))
  return set.length === 0 ? reply : { ...reply, headers: { ...reply.headers, 'set-cookie': set } }
}

function securityTxtRoutes(patches: readonly Patch[]): readonly Route[] {
  const right = rightSecurityTxt()
  const own = patches.flatMap(({ securityTxt }) => securityTxt ?? [])[0]
  return [get('/.well-known/security.txt', () => own?.(right) ?? text(right))]
}

const keep = (headers: HeaderPatch): Record<string, string | readonly string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )

function finishOf(patches: readonly Patch[]) {
  const merged = (pick: (patch: Patch) => HeaderPatch | undefined): HeaderPatch =>
    Object.assign({}, ...patches.map((patch) => pick(patch) ?? {}))
  const everywhere = {
    ...RIGHT_HEADERS,
    'content-security-policy': null,
    ...merged(({ headers }) => headers),
  }
  const onPages = merged(({ pageHeaders }) => pageHeaders)
  const onFiles = merged(({ fileHeaders }) => fileHeaders)
  const policies = policyHeaders(patches)
  return (reply: Reply): Reply => {
    const { 'x-content-type-options': _, ...own } = reply.headers ?? {}
    const isPage = String(own['content-type']).startsWith('text/html')
    const chosen = isPage ? onPages : onFiles
    const headers = keep({ ...own, ...everywhere, ...policies, ...chosen })
    return withNonce({ ...reply, headers })
  }
}

function policyHeaders(patches: readonly Patch[]): HeaderPatch {
  const directives: Directives = Object.assign(
    {},
    RIGHT_POLICY,
    ...patches.map(({ csp }) => csp ?? {}),
  )
  const value = Object.entries(keep(directives))
    .map(([name, sources]) => `${name} ${String(sources)}`.trim())
    .join('; ')
  const sent = patches.flatMap(({ cspSent }) => cspSent ?? [])[0] ?? 'enforced'
  const extras = patches.flatMap(({ extraCsp }) => extraCsp ?? [])
  const all = [...(sent === 'not' ? [] : [{ header: NAMES[sent], value }]), ...extras]
  const names = [...new Set(all.map(({ header }) => header))]
  return Object.fromEntries(
    names.map((name) => [name, all.filter(({ header }) => header === name).map((it) => it.value)]),
  )
}
const NAMES = {
  enforced: 'content-security-policy',
  'report-only': 'content-security-policy-report-only',
} as const

/** A nonce is worth something only when it is new for every answer. */
function withNonce(reply: Reply): Reply {
  const nonce = randomBytes(16).toString('base64')
  const fill = (value: string): string => value.replaceAll('{nonce}', nonce)
  const headers = Object.entries(reply.headers ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? fill(value) : value.map(fill)] as const,
  )
  const body = typeof reply.body === 'string' ? fill(reply.body) : reply.body
  return { ...reply, headers: Object.fromEntries(headers), body }
}
