import check from '../../src/scanner/checks/stored/xss.stored.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { escapeHtml, html, redirectTo, valueOf, type Reply } from '../support/site.ts'

const POST = {
  url: 'https://shop.test/comments',
  form: { text: 'nice' },
  shownAt: 'https://shop.test/item',
}
type Show = (values: readonly string[], nth: number) => Reply

/** A page that shows what was written before, oldest first. */
function board(show: Show, keep: (value: string) => string | null = (value) => value) {
  const kept: string[] = []
  return {
    ...POST,
    site: (request: HttpRequest, nth: number): Reply => {
      if (request.method !== 'POST') return show(kept, nth)
      const value = keep(valueOf(request, 'text'))
      if (value !== null && value !== '') kept.push(value)
      return redirectTo('/item')
    },
  }
}
const listed =
  (write: (value: string) => string): Show =>
  (values) =>
    html(`<h1>Lamp</h1><ul>${values.map((value) => `<li>${write(value)}</li>`).join('')}</ul>`)
const raw = listed((value) => value)

/** Every entry has a page of its own, where the form leads to; the scan has seen the third. */
function pages(address: (id: number) => string, write: (value: string) => string) {
  const kept: string[] = []
  return {
    ...POST,
    shownAt: `https://shop.test${address(3)}`,
    site: (request: HttpRequest): Reply => {
      if (request.method === 'POST') {
        return redirectTo(address(kept.push(valueOf(request, 'text'))))
      }
      const at = kept.findIndex((_, index) => request.url.href.endsWith(address(index + 1)))
      const value = kept[at]
      return value === undefined ? html('none', { status: 404 }) : html(`<p>${write(value)}</p>`)
    },
  }
}
const byQuery = (id: number) => `/club?id=${id}`
const byPath = (id: number) => `/clubs/${id}`

/** The form leads to an address with the value, which that page shows raw; what is kept is encoded. */
function repeats(query: string, shownAt: string) {
  const kept: string[] = []
  return {
    ...POST,
    shownAt,
    site: (request: HttpRequest): Reply => {
      if (request.method === 'POST') {
        const value = valueOf(request, 'text')
        kept.push(value)
        return redirectTo(`/item?${query}=${encodeURIComponent(value)}`)
      }
      return html(`<p>${valueOf(request, query)}</p>${kept.map(escapeHtml).join('<br>')}`)
    },
  }
}

testCheck(check, {
  clean: {
    'encodes what it shows': { ...board(listed(escapeHtml)), requests: 6 },
    'keeps words only': board(raw, (value) => (/^\w+$/.test(value) ? value : null)),
    'removes what is no text': board(raw, (value) => value.replace(/[<>]/g, '')),
    'shows it as text': board((values) => ({
      headers: { 'content-type': 'text/plain' },
      body: values.join('\n'),
    })),
    'shows it in JSON': board((values) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    })),
    'shows it in a string of script, escaped': board((values) =>
      html(
        `<script>var all = ${JSON.stringify(values).replaceAll('<', String.raw`\u003c`)}</script>`,
      ),
    ),
    'shows it raw once, by chance': board((values, nth) =>
      html(values.map((value) => (nth < 7 ? value : escapeHtml(value))).join('<br>')),
    ),
    'calls every word that it shows': board(
      listed((value) => `<b onclick="${value.replace(/\W/g, '')}()">${escapeHtml(value)}</b>`),
    ),
    'a page for each value, encoded': pages(byQuery, escapeHtml),
    'the next page repeats the value': repeats('said', 'https://shop.test/item'),
    'the page that shows it repeats the value': repeats('added', 'https://shop.test/item?added=0'),
  },
  found: {
    'a page for each value, by its query': {
      ...pages(byQuery, (value) => value),
      match: /^<k\w+ onfocus=k\w+\(\) tabindex=0 autofocus>$/,
      note: /on `\/club`/,
    },
    'a page for each value, by its path': pages(byPath, (value) => value),
    'a list of comments': {
      ...board(raw),
      match: /^<k\w+ onfocus=k\w+\(\) tabindex=0 autofocus>$/,
      confidence: 'likely',
      note: /^What `text` of POST `\/comments` stores puts a call of k\w+\(\) into `onfocus`/,
      reason: /no browser has run it/,
      requests: 6,
    },
    'the last comment only': board((values) => html(`<p>${values.at(-1) ?? 'none'}</p>`)),
    'the value of a field': {
      ...board(
        listed(
          (value) => `<input value="${value.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}">`,
        ),
      ),
      note: /`onfocus` of <input> on `\/item`/,
    },
    'a link': board(listed((value) => `<a href="${escapeHtml(value)}">home page</a>`)),
    'a string of script': board((values) =>
      html(`<script>var last = '${(values.at(-1) ?? '').replaceAll('<', '')}'</script>`),
    ),
    'what a filter leaves': board(raw, (value) => value.replace(/\bon\w+\s*=|<\/?script>/gi, '')),
    'a policy blocks inline script': {
      ...board((values) => ({
        ...raw(values, 0),
        headers: {
          'content-type': 'text/html',
          'content-security-policy': "default-src 'self'",
        },
      })),
      reason: /blocks inline script/,
    },
    'an address that stores': {
      ...(() => {
        const seen: string[] = []
        return {
          site: (request: HttpRequest): Reply => {
            if (request.url.pathname === '/item') return html(`<p>${seen.join('<br>')}</p>`)
            seen.push(valueOf(request, 'q'))
            return html('<p>found</p>')
          },
        }
      })(),
      url: 'https://shop.test/search?q=lamp',
      shownAt: 'https://shop.test/item',
      note: /of GET `\/search`/,
    },
  },
})
