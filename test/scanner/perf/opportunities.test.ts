import { describe, expect, it } from 'vitest'

import type { PageResource } from '../../../src/report/performance.ts'
import { opportunitiesOf, RULES, type Seen } from '../../../src/scanner/perf/opportunities.ts'

const resource = (url: string, more: Partial<PageResource> = {}): PageResource => ({
  url: `https://shop.test${url}`,
  kind: 'script',
  is_own: true,
  blocks_rendering: false,
  status: 200,
  sent_bytes: 10_000,
  bytes: 10_000,
  encoding: null,
  ttfb_ms: 30,
  cache_s: 31_536_000,
  format: null,
  not_asked: null,
  ...more,
})
const page = resource('/', { kind: 'document', cache_s: 0 })
/** A page at which there is nothing to do. */
const GOOD: Seen = {
  ttfbMs: 100,
  http2: true,
  redirectsMs: 0,
  redirectUrls: [],
  resources: [page, resource('/a.js')],
  gzipped: new Map(),
}
const seven = Array.from({ length: 7 }, (_, index) => resource(`/${index}.js`, { ttfb_ms: 40 }))

/** What is worse than in GOOD, what that saves, and a twin that saves nothing. */
const CASES: readonly (readonly [
  id: string,
  worse: Partial<Seen>,
  saves: Readonly<{ saves_ms: number | null; saves_kb: number | null }>,
  twin: Partial<Seen>,
])[] = [
  [
    'redirects',
    { redirectsMs: 120, redirectUrls: ['http://shop.test/'] },
    { saves_ms: 120, saves_kb: null },
    { redirectsMs: 0, redirectUrls: [] },
  ],
  ['server-response', { ttfbMs: 900 }, { saves_ms: 800, saves_kb: null }, { ttfbMs: 600 }],
  [
    'text-compression',
    { gzipped: new Map([[page.url, 3000]]) },
    { saves_ms: null, saves_kb: 7 },
    { gzipped: new Map([[page.url, 9300]]) },
  ],
  [
    'render-blocking',
    {
      resources: [
        page,
        resource('/a.css', { blocks_rendering: true, ttfb_ms: 50 }),
        resource('/b.css', { blocks_rendering: true, ttfb_ms: 80 }),
      ],
    },
    { saves_ms: 80, saves_kb: null },
    { resources: [page, resource('/a.css', { ttfb_ms: 500 })] },
  ],
  [
    'cache-lifetime',
    {
      resources: [page, resource('/a.js', { cache_s: 600 }), resource('/b.js', { cache_s: null })],
    },
    { saves_ms: null, saves_kb: 20 },
    { resources: [page, resource('/a.js', { cache_s: 0, status: 404 })] },
  ],
  [
    'image-formats',
    { resources: [page, resource('/a.jpg', { kind: 'image', format: 'jpeg', bytes: 40_000 })] },
    { saves_ms: null, saves_kb: 10 },
    { resources: [page, resource('/a.webp', { kind: 'image', format: 'webp', bytes: 40_000 })] },
  ],
  [
    'http2',
    { http2: false, resources: [page, ...seven] },
    { saves_ms: 40, saves_kb: null },
    { http2: null, resources: [page, ...seven] },
  ],
]

describe('opportunitiesOf', () => {
  it('has nothing to say of a good page', () => {
    expect(opportunitiesOf(GOOD)).toEqual([])
  })
  it.each(CASES)('%s', (id, worse, saves, twin) => {
    expect(opportunitiesOf({ ...GOOD, ...worse })).toEqual([
      expect.objectContaining({ id, ...saves }),
    ])
    expect(opportunitiesOf({ ...GOOD, ...twin })).toEqual([])
  })
  it('has a case for every rule', () => {
    expect(CASES.map(([id]) => id)).toEqual(RULES.map(({ id }) => id))
  })
  it('puts what saves most time first, then what saves most bytes', () => {
    const all = CASES.reduce((seen, [, worse]) => ({ ...seen, ...worse }), GOOD)
    const many = [
      ...all.resources,
      resource('/a.jpg', { kind: 'image', format: 'jpeg', cache_s: 0 }),
    ]
    const rows = opportunitiesOf({ ...all, resources: many })
    const ms = rows.map(({ saves_ms }) => saves_ms ?? -1)
    expect(ms).toEqual(ms.toSorted((a, b) => b - a))
    expect(rows.every(({ saves_ms, saves_kb }) => saves_ms !== null || saves_kb !== null)).toBe(
      true,
    )
  })
})
