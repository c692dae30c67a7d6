import { expect, it } from 'vitest'
import { isRead, takeTriage } from '../../../src/scanner/engine/triage.ts'
import { takeBaseline } from '../../../src/scanner/http/baseline.ts'
import type { Exchange, HttpRequest } from '../../../src/scanner/http/exchange.ts'
import { inputsOf, type RequestSpec } from '../../support/inputs.ts'
import { answer, escapeHtml, html, type Site } from '../../support/site.ts'

async function read(spec: RequestSpec, site: Site): Promise<boolean> {
  let asked = 0
  const send = async (request: HttpRequest): Promise<Exchange> => ({
    request,
    response: answer(site, request, asked++),
  })
  let drawn = 0
  const input = inputsOf(spec).at(-1)
  if (input === undefined) throw new Error('no input')
  const baseline = await takeBaseline(send, input.request)
  const triage = await takeTriage(send, input, () => `p${String(drawn++).padStart(8, 'x')}`)
  return isRead(input, baseline, triage)
}
const agent = { url: 'https://shop.test/', headers: { 'user-agent': 'Mozilla/5.0' } }
const lang = { url: 'https://shop.test/', cookies: { lang: 'en' } }
const user = { url: 'https://shop.test/users/anna', segments: [2] }
const header = (request: HttpRequest) => request.headers.get('user-agent') ?? ''
const last = ({ url }: HttpRequest) => decodeURIComponent(url.pathname.split('/').at(-1) ?? '')

it.each<readonly [what: string, spec: RequestSpec, site: Site]>([
  ['a header nobody reads', agent, html('<p>welcome</p>')],
  ['a cookie nobody reads', lang, html('<p>welcome</p>')],
  [
    'a path that names no page',
    user,
    (request) => (last(request) === 'anna' ? html('Anna') : html('none', { status: 404 })),
  ],
  [
    'a page that repeats its address',
    user,
    (request) => html(`<p>nothing at ${escapeHtml(last(request))}</p>`, { status: 404 }),
  ],
])('%s is not read', async (_, spec, site) => {
  expect(await read(spec, site)).toBe(false)
})

it.each<readonly [what: string, spec: RequestSpec, site: Site]>([
  ['a header that comes back', agent, (request) => html(`<p>${escapeHtml(header(request))}</p>`)],
  [
    'a header that breaks on a quote',
    agent,
    (request) => (header(request).includes("'") ? html('', { status: 500 }) : html('<p>hi</p>')),
  ],
  [
    'a cookie that chooses',
    lang,
    (request) =>
      html(request.headers.get('cookie') === 'lang=en' ? '<p>welcome</p>' : '<p>which?</p>'),
  ],
  [
    'a path that breaks on a quote',
    user,
    (request) =>
      last(request).includes("'") ? html('oops', { status: 500 }) : html('none', { status: 404 }),
  ],
  [
    'a page that repeats its address as it is',
    user,
    (request) => html(`<p>nothing at ${last(request)}</p>`, { status: 404 }),
  ],
  [
    'a page that repeats its address without quotes',
    user,
    (request) => html(`<p>nothing at ${last(request).replaceAll("'", '')}</p>`, { status: 404 }),
  ],
  [
    'a segment with a slash in it',
    { url: 'https://shop.test/go/https%3A%2F%2Fpartner.test%2F', segments: [2] },
    (request) => ({
      status: 302,
      headers: { location: last(request).startsWith('https://') ? last(request) : '/' },
    }),
  ],
  [
    'a path that a redirect repeats',
    user,
    (request) => ({
      status: 302,
      headers: { location: `/people?name=${encodeURIComponent(last(request))}` },
    }),
  ],
  ['a page that is never the same', agent, (_, nth) => html(`<p>${'x '.repeat(nth * 40)}</p>`)],
  ['a parameter, always', { url: 'https://shop.test/?q=1' }, html('<p>welcome</p>')],
])('%s is read', async (_, spec, site) => {
  expect(await read(spec, site)).toBe(true)
})
