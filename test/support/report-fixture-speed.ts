import type {
  PageResource,
  PerformanceDetails,
  ResourceKind,
  WaterfallRow,
} from '../../src/report/performance.ts'

const ORIGIN = 'https://shop.example:8443'

const resource = (
  path: string,
  kind: ResourceKind,
  bytes: number,
  more: Partial<PageResource> = {},
): PageResource => ({
  url: `${ORIGIN}${path}`,
  kind,
  is_own: true,
  blocks_rendering: false,
  status: 200,
  sent_bytes: bytes,
  bytes,
  encoding: null,
  ttfb_ms: 41,
  cache_s: 3600,
  format: kind === 'image' ? 'jpeg' : null,
  not_asked: null,
  ...more,
})

const row = (
  url: string,
  kind: ResourceKind,
  [start_ms, first_byte_ms, end_ms]: readonly [number, number, number],
): WaterfallRow => ({ url, kind, status: 200, start_ms, first_byte_ms, end_ms, sent_bytes: 12_345 })

/** As a scan with a browser leaves them. */
export const performanceDetails: PerformanceDetails = {
  page_url: `${ORIGIN}/`,
  dns_by: 'dns_over_https',
  http2_by: 'alpn',
  ttfb_samples_ms: [230, 184, 179, 181, 190],
  sent_bytes: 88_210,
  bytes: 412_300,
  encoding: 'gzip',
  brotli: false,
  redirects: [{ url: 'http://shop.example:8080/', status: 301, ttfb_ms: 38 }],
  weights: [
    { kind: 'document', requests: 1, third_party: 0, bytes: 88_210 },
    { kind: 'style', requests: 1, third_party: 0, bytes: 61_000 },
    { kind: 'script', requests: 2, third_party: 1, bytes: 240_000 },
    { kind: 'image', requests: 1, third_party: 0, bytes: 310_000 },
  ],
  resources: [
    resource('/', 'document', 412_300, { sent_bytes: 88_210, encoding: 'gzip', cache_s: 0 }),
    resource('/css/site.css', 'style', 61_000, { blocks_rendering: true, ttfb_ms: 72 }),
    resource('/js/Übersicht.js', 'script', 240_000, { blocks_rendering: true }),
    resource('/img/front.jpg', 'image', 310_000),
    {
      ...resource('/gone', 'script', 0),
      url: 'https://cdn.example/lib.js',
      is_own: false,
      status: null,
      sent_bytes: null,
      bytes: null,
      ttfb_ms: null,
      cache_s: null,
      not_asked: 'of another site',
    },
  ],
  opportunities: [
    {
      id: 'render-blocking',
      title: 'Let scripts and styles not hold up the page',
      advice: 'Add `defer` or `async` to scripts in the head.',
      saves_kb: null,
      saves_ms: 72,
      basis: 'estimated',
      urls: [`${ORIGIN}/css/site.css`, `${ORIGIN}/js/Übersicht.js`],
    },
    {
      id: 'text-compression',
      title: 'Compress text',
      advice: 'Send text with Content-Encoding gzip or br.',
      saves_kb: 214.3,
      saves_ms: null,
      basis: 'measured',
      urls: [`${ORIGIN}/js/Übersicht.js`],
    },
  ],
  lab: {
    fcp_ms: 612,
    lcp_ms: 1408.4,
    cls: 0.0213,
    tbt_ms: 94,
    score: 87,
    waterfall: [
      row(`${ORIGIN}/`, 'document', [0, 190, 260]),
      row(`${ORIGIN}/css/site.css?v=${'0123456789'.repeat(8)}`, 'style', [262, 330, 360]),
      row(`${ORIGIN}/js/Übersicht.js`, 'script', [264, 340, 580]),
      row('https://cdn.example/lib.js', 'script', [266, 300, 420]),
      row(`${ORIGIN}/img/front.jpg`, 'image', [400, 455, 1380]),
    ],
  },
  lab_reason: null,
  notes: [],
}
