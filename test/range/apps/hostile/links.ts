import { page, type Misbehaviour } from './kind.ts'

const LINKS = 100_000
const FORMS = 2000
const FIELDS = 500

/** Every way that leads on without an end, or out. */
export const LINKS_OUT = {
  'redirects for ever': (response, path) => {
    const hop = Number(/\d+$/.exec(path)?.[0] ?? 0) + 1
    response.writeHead(302, { location: `/hop/${hop}` }).end()
  },
  'redirects to itself': (response, path) => void response.writeHead(302, { location: path }).end(),
  'redirects into private space': (response, path, elsewhere) => {
    const { port } = new URL(elsewhere)
    const ways = [
      `${elsewhere}/taken`,
      'http://169.254.169.254/latest/meta-data/',
      `http://localhost:${port}/taken`,
      `http://[::1]:${port}/taken`,
      `http://2130706433:${port}/taken`,
      `//127.0.0.1:${port}/taken`,
      'http://10.0.0.1/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:70/',
    ]
    if (path === '/') {
      page(response, ways.map((_, n) => `<a href="/out/${'w'.repeat(n)}?to=${n}">o</a>`).join(''))
    } else {
      const location = ways[path.length % ways.length]
      response.writeHead(path.length % 2 === 0 ? 302 : 307, { location }).end()
    }
  },
  'names what is elsewhere in every way': (response, path, elsewhere) => {
    if (path === '/robots.txt') {
      response.end(`Sitemap: ${elsewhere}/map.xml\nAllow: ${elsewhere}/robots\n`)
    } else if (path === '/sitemap.xml') {
      response.setHeader('content-type', 'application/xml')
      response.end(`<urlset><url><loc>${elsewhere}/from-map</loc></url></urlset>`)
    } else if (path === '/own.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end(`fetch('${elsewhere}/api', {method: 'POST', body: '{"a":1}'})
//# sourceMappingURL=${elsewhere}/own.js.map`)
    } else {
      response.setHeader('link', `<${elsewhere}/linked>; rel=next`)
      response.setHeader('refresh', `0; url=${elsewhere}/refreshed`)
      response.setHeader('content-security-policy', `report-uri ${elsewhere}/csp`)
      page(
        response,
        `<base href="${elsewhere}/base/"><a href="relative">r</a><form action="${elsewhere}/form"><input name="q"></form>
<form method="post" action="${elsewhere}/post"><input name="q"></form><iframe src="${elsewhere}/frame"></iframe>
<meta http-equiv="refresh" content="0;url=${elsewhere}/meta"><script src="/own.js"></script>
<a ping="${elsewhere}/ping" href="/own?x=1">p</a><link rel="manifest" href="${elsewhere}/app.webmanifest">`,
      )
    }
  },
  'has 100,000 links': (response) =>
    page(
      response,
      Array.from({ length: LINKS }, (_, id) => `<a href="/page-of/${id}x">x</a>`).join(''),
    ),
  'has thousands of forms': (response) =>
    page(
      response,
      Array.from({ length: FORMS }, (_, id) => {
        const field = (n: number) => `<input name="f${n}">`
        const fields = id === 0 ? Array.from({ length: FIELDS }, (__, n) => field(n)) : [field(0)]
        return `<form method="post" action="/take/${id}x">${fields.join('')}</form>`
      }).join(''),
    ),
  'has a new page behind every page': (response, path) =>
    page(
      response,
      `<a href="${path.replace(/\/$/, '')}/deeper">on</a> <a href="${path}?a=${path.length}">x</a>`,
    ),
  'is a calendar without an end': (response, path) => {
    const [, year = '2026', month = '1'] = /(\d+)-(\d+)/.exec(path) ?? []
    const next = Number(month) % 12 === 0 ? `${Number(year) + 1}-1` : `${year}-${Number(month) + 1}`
    page(
      response,
      `<h1>${year}-${month}</h1><a href="/calendar/${next}">next</a><a href="/day?of=${next}-1&view=week">day</a>`,
    )
  },
  'names itself anew each time': (response) =>
    page(
      response,
      Array.from(
        { length: 20 },
        () => `<a href="/s/${crypto.randomUUID()}?sid=${crypto.randomUUID()}">x</a>`,
      ).join(''),
    ),
} as const satisfies Record<string, Misbehaviour>
