import { expect, it } from 'vitest'

import { CHECKS } from '../../../src/scanner/checks/index.ts'
import { isRead, takeTriage, TRIAGE_REQUESTS } from '../../../src/scanner/engine/triage.ts'
import { takeBaseline } from '../../../src/scanner/http/baseline.ts'
import type { Exchange, HttpRequest } from '../../../src/scanner/http/exchange.ts'
import { screenDelay } from '../../../src/scanner/http/timing-screen.ts'
import { inputsOf, type RequestSpec } from '../../support/inputs.ts'
import {
  answer,
  escapeHtml,
  html,
  redirectTo,
  valueOf,
  type Reply,
  type Site,
} from '../../support/site.ts'

const MOST_AT_THE_MEDIAN = 60
const BASELINE_REQUESTS = 2

const FRAME = '<!doctype html><title>Shop</title><nav><a href="/">Home</a></nav>'
const page = (body: string, reply?: Omit<Reply, 'body'>): Reply => html(FRAME + body, reply)
const query = (name: string, value: string): RequestSpec => ({
  url: `https://shop.test/page?${name}=${encodeURIComponent(value)}`,
})
const LAMPS = ['desk lamp', 'floor lamp', 'lantern', 'candle']

/** Places as sites have them, without a flaw: what a scan meets nearly everywhere. */
const PLACES: readonly (readonly [what: string, spec: RequestSpec, site: Site])[] = [
  ['a campaign that nobody reads', query('from', 'mail'), page('<p>Welcome</p>')],
  [
    'a search, shown encoded',
    query('q', 'lamp'),
    (request) => {
      const term = valueOf(request, 'q')
      const hits = LAMPS.filter((name) => name.includes(term))
      return page(
        `<h1>${escapeHtml(term)}</h1><ul>${hits.map((hit) => `<li>${hit}`).join('')}</ul>`,
      )
    },
  ],
  [
    'an id',
    query('id', '3'),
    (request) => {
      const name = LAMPS[Number(valueOf(request, 'id'))]
      return name === undefined
        ? page('<p>No such article</p>', { status: 404 })
        : page(`<p>${name}</p>`)
    },
  ],
  [
    'a page number',
    query('page', '2'),
    (request) => page(`<p>Page ${Number.parseInt(valueOf(request, 'page'), 10) || 1}</p>`),
  ],
  [
    'an order of sorting',
    query('sort', 'price'),
    (request) =>
      page(valueOf(request, 'sort') === 'price' ? '<p>cheap first</p>' : '<p>by name</p>'),
  ],
  [
    'a template of a list',
    query('view', 'grid'),
    (request) =>
      page(['grid', 'list'].includes(valueOf(request, 'view')) ? '<p>ok</p>' : '<p>default</p>'),
  ],
  [
    'a way back, checked',
    query('next', '/cart'),
    (request) =>
      redirectTo(/^\/[a-z]*$/.test(valueOf(request, 'next')) ? valueOf(request, 'next') : '/'),
  ],
  [
    'a file of a list',
    query('file', 'manual.pdf'),
    (request) =>
      valueOf(request, 'file') === 'manual.pdf'
        ? page('<p>The manual</p>')
        : page('<p>None</p>', { status: 404 }),
  ],
  ['a language', query('lang', 'en'), page('<p>Hello</p>')],
  [
    'a firewall',
    query('q', 'lamp'),
    (request) =>
      /['"<;`$]/.test(valueOf(request, 'q'))
        ? page('<h1>Request blocked</h1>', { status: 403 })
        : page('<p>ok</p>'),
  ],
  [
    'an error on all that is odd',
    query('code', 'K12'),
    (request) =>
      /^\w+$/.test(valueOf(request, 'code'))
        ? page('<p>ok</p>')
        : page('<p>Sorry</p>', { status: 500 }),
  ],
  [
    'offers that change',
    query('ref', 'home'),
    (_, nth) => page(`<p>${LAMPS[nth % LAMPS.length]}</p>`),
  ],
  [
    'a field of a form',
    { url: 'https://shop.test/post', form: { text: 'hello' } },
    (request) => page(`<p>Thanks for ${escapeHtml(valueOf(request, 'text'))}</p>`),
  ],
  [
    'a form that says thanks',
    { url: 'https://shop.test/post', form: { town: 'Ulm' } },
    redirectTo('/thanks'),
  ],
  [
    'a value of an API',
    { url: 'https://shop.test/api/cart', json: { sku: 'K1' } },
    (request) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sku: valueOf(request, 'sku'), stock: 3 }),
    }),
  ],
  [
    'a number of an API',
    { url: 'https://shop.test/api/cart', json: { amount: 2 } },
    (request) => {
      const isNumber = /"amount":\d/.test(request.body ?? '')
      return {
        status: isNumber ? 200 : 422,
        headers: { 'content-type': 'application/json' },
        body: '{"ok":1}',
      }
    },
  ],
  [
    'a name in a path',
    { url: 'https://shop.test/users/anna', segments: [2] },
    (request) =>
      request.url.pathname.endsWith('/anna')
        ? page('<p>Anna</p>')
        : page('<p>Nobody</p>', { status: 404 }),
  ],
  [
    'a header',
    { url: 'https://shop.test/', headers: { 'user-agent': 'Mozilla/5.0' } },
    page('<p>Hi</p>'),
  ],
  ['a cookie', { url: 'https://shop.test/', cookies: { theme: 'dark' } }, page('<p>Hi</p>')],
]

/** What the engine sends at one place: baseline, triage, and every input check of the profile. */
async function requestsAt(spec: RequestSpec, site: Site): Promise<number> {
  let asked = 0
  let drawn = 0
  const input = inputsOf(spec)[0]
  if (input === undefined) throw new Error('no input')
  const send = async (request: HttpRequest): Promise<Exchange> => ({
    request,
    response: answer(site, request, asked++),
  })
  const nonce = () => `p${(drawn++ * 7919 + 1_000_003).toString(36).padStart(8, 'q').slice(-8)}`
  const random = (min: number, max: number) => min + ((drawn++ * 48_271) % (max - min + 1))
  const learn = async () => ({
    baseline: await takeBaseline(send, input.request),
    triage: await takeTriage(send, input, nonce),
  })
  const learned = await learn()
  // Timed checks come in a stage of their own, which learns the place again.
  await learn()
  const isWorthIt = isRead(input, learned.baseline, learned.triage)
  const context = { ...learned, input, send, nonce, random, measure: screenDelay }
  for (const check of CHECKS) {
    if (check.phase !== 'input' || !(check.appliesTo?.(input) ?? true)) continue
    if (!isWorthIt && !check.meta.timed) continue
    const found = []
    for await (const sighting of check.run(context)) {
      found.push(`${check.meta.id}: ${sighting.evidence.note}`)
    }
    expect(found, 'a clean place').toEqual([])
  }
  expect(asked).toBeGreaterThanOrEqual(BASELINE_REQUESTS + TRIAGE_REQUESTS)
  return asked
}

it('takes at most 60 requests at the median of clean places, in the standard profile', async () => {
  const counts = new Map<string, number>()
  for (const [what, spec, site] of PLACES) counts.set(what, await requestsAt(spec, site))
  const sorted = [...counts.values()].toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  console.log(`requests per clean place: median ${median}, ${sorted.join(' ')}`)
  expect(median, JSON.stringify([...counts])).toBeLessThanOrEqual(MOST_AT_THE_MEDIAN)
})
