import { expect, it } from 'vitest'

import type { Exchange, HttpRequest } from '../../../src/scanner/http/exchange.ts'
import { makeSoft404 } from '../../../src/scanner/http/soft404.ts'

type Reply = { status: number; body: string }
type Site = (path: string) => Reply

const LONG = '<p>We looked everywhere in the shop.</p>'.repeat(5)
const HEAD = 'ref: refs/heads/main\n'

function visit(site: Site) {
  const asked: string[] = []
  let count = 0
  const send = async (request: HttpRequest): Promise<Exchange> => {
    asked.push(request.url.pathname)
    const { status, body } = site(request.url.pathname)
    return {
      request,
      response: { status, headers: new Headers(), body, truncated: false, elapsedMs: 1 },
    }
  }
  const looksMissing = makeSoft404({ send, nonce: () => `pnonce${count++}` })
  const get = (path: string) =>
    send({ method: 'GET', url: new URL(path, 'https://shop.example'), headers: new Headers() })
  return { asked, looksMissing, get }
}

it.each([
  ['a plain 404', () => ({ status: 404, body: 'no' }), true],
  ['a friendly 200', () => ({ status: 200, body: `<h1>Not found</h1>${LONG}` }), true],
  [
    'a 200 that repeats the path',
    (path: string) => ({ status: 200, body: `<h1>No ${path}</h1>${LONG}` }),
    true,
  ],
  [
    'a real file beside friendly 200s',
    (path: string) => ({ status: 200, body: path === '/.git/HEAD' ? HEAD : `<h1>No</h1>${LONG}` }),
    false,
  ],
  [
    'a real file beside 404s',
    (path: string) =>
      path === '/.git/HEAD' ? { status: 200, body: HEAD } : { status: 404, body: 'no' },
    false,
  ],
  ['a site that serves git heads for everything', () => ({ status: 200, body: HEAD }), true],
] as const)('%s', async (_, site, expected) => {
  const { get, looksMissing } = visit(site)
  expect(await looksMissing(await get('/.git/HEAD'))).toBe(expected)
})

it('asks twice per shape, with the same folder, dot and extension, and then remembers', async () => {
  const { asked, get, looksMissing } = visit(() => ({ status: 200, body: LONG }))
  const env = await get('/.env')
  const backup = await get('/app/config.bak')
  asked.length = 0
  await Promise.all([looksMissing(env), looksMissing(env), looksMissing(backup)])
  await looksMissing(backup)
  expect(asked.toSorted()).toEqual(
    ['/.pnonce0', '/.pnonce1', '/app/pnonce1.bak', '/app/pnonce2.bak'].map((path) =>
      expect.stringMatching(path.replace(/\d/, String.raw`\d`)),
    ),
  )
  expect(asked).toHaveLength(4)
})
