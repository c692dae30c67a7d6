import { expect, it } from 'vitest'

import { ProbeError, type Exchange, type Send } from '../../../src/scanner/http/exchange.ts'
import type { NamedResource } from '../../../src/scanner/perf/named-resources.ts'
import {
  MOST_ASKED,
  MOST_TOLD,
  weighResources,
  weightsOf,
} from '../../../src/scanner/perf/weigh.ts'
import { answer } from '../crawl/answer.ts'

const named = (url: string, more: Partial<NamedResource> = {}): NamedResource => ({
  url: new URL(url, 'https://shop.test'),
  kind: 'image',
  blocksRendering: false,
  ...more,
})
const isOwn = ({ hostname }: URL): boolean => hostname === 'shop.test'

async function weigh(list: readonly NamedResource[], reply: (url: URL) => Exchange) {
  const sent: string[] = []
  const send: Send = async ({ url }) => {
    sent.push(url.pathname)
    return reply(url)
  }
  return { weighed: await weighResources(list, { send, isOwn }), sent }
}
const ok = (url: URL): Exchange => answer('x'.repeat(2000), { url: url.href, type: 'image/png' })

it('asks its own site only, what blocks first', async () => {
  const blocking = named('/a.css', { kind: 'style', blocksRendering: true })
  const list = [named('/i.png'), blocking, named('https://cdn.example/x.js', { kind: 'script' })]
  const { weighed, sent } = await weigh(list, ok)
  expect(sent).toEqual(['/a.css', '/i.png'])
  const resources = weighed.map(({ resource }) => resource)
  expect(resources[1]).toEqual({
    url: 'https://shop.test/i.png',
    kind: 'image',
    is_own: true,
    blocks_rendering: false,
    status: 200,
    sent_bytes: 2000,
    bytes: 2000,
    encoding: null,
    ttfb_ms: 10,
    cache_s: null,
    format: 'png',
    not_asked: null,
  })
  expect(resources[2]).toMatchObject({ is_own: false, bytes: null, not_asked: 'of another site' })
  expect(weightsOf(resources)).toEqual([
    { kind: 'style', requests: 1, third_party: 0, bytes: 2000 },
    { kind: 'script', requests: 1, third_party: 1, bytes: 0 },
    { kind: 'image', requests: 1, third_party: 0, bytes: 2000 },
  ])
})

it('never asks for what may log out or delete, nor for films and frames', async () => {
  const list = [
    named('/logout'),
    named('/cart/delete?id=1'),
    named('/f.mp4', { kind: 'media' }),
    named('/frame', { kind: 'frame' }),
  ]
  const { weighed, sent } = await weigh(list, ok)
  expect(sent).toEqual([])
  expect(weighed.map(({ resource }) => resource.not_asked)).toEqual([
    'may change something',
    'may change something',
    'never read',
    'never read',
  ])
})

it('is bounded in what it asks for and in what it tells', async () => {
  const list = Array.from({ length: MOST_TOLD + 5 }, (_, index) => named(`/${index}.png`))
  const { weighed, sent } = await weigh(list, ok)
  expect([weighed.length, sent.length]).toEqual([MOST_TOLD, MOST_ASKED])
})

it('goes on after excluded paths and silence, and stops when it is told to', async () => {
  const kinds = ['excluded', 'timeout', 'budget'] as const
  const list = ['/0', '/1', '/2', '/3', '/4'].map((path) => named(path))
  const { weighed, sent } = await weigh(list, (url) => {
    const kind = kinds[Number(url.pathname.slice(1))]
    if (kind !== undefined) throw new ProbeError(kind, 'made to fail')
    return ok(url)
  })
  expect(sent).toEqual(['/0', '/1', '/2'])
  expect(weighed.map(({ resource }) => resource.not_asked)).toEqual([
    'excluded',
    'no answer',
    'the time or the requests ended',
    'the time or the requests ended',
    'the time or the requests ended',
  ])
})
