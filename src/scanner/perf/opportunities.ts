import type { Opportunity, PageResource } from '../../report/performance.ts'
import { median } from './sample.ts'

/** What the opportunities are computed from. */
export type Seen = Readonly<{
  ttfbMs: number
  http2: boolean | null
  redirectsMs: number
  redirectUrls: readonly string[]
  /** The page first, then what it names. */
  resources: readonly PageResource[]
  /** Size as gzip, in bytes, of those texts that came uncompressed; by URL. */
  gzipped: ReadonlyMap<string, number>
}>

type Saving = Readonly<{ kb: number | null; ms: number | null; urls: readonly string[] }>
type Rule = Readonly<{
  id: string
  title: string
  advice: string
  basis: Opportunity['basis']
  /** Null where there is nothing to save. */
  saving(seen: Seen): Saving | null
}>

const DAY_S = 86_400
const URLS_TOLD = 10
/** Lighthouse, `server-response-time`: above this it advises, and this is what a good server needs. */
const SLOW_SERVER_MS = 600
const GOOD_SERVER_MS = 100
/** Lighthouse, `uses-text-compression`: smaller savings are left out. */
const LEAST_COMPRESSED = { bytes: 1400, share: 0.1 } as const
/** Lighthouse, `uses-long-cache-ttl`: a file kept for this long need not be kept longer. */
const LONG_CACHE_S = 30 * DAY_S
/** Google's comparative study of WebP: so much smaller than JPEG (25-34 %) and PNG (26 %). */
const WEBP_SAVES: ReadonlyMap<string, number> = new Map([
  ['jpeg', 0.25],
  ['jpg', 0.25],
  ['png', 0.26],
  ['bmp', 0.9],
  ['tiff', 0.25],
])
const LEAST_IMAGE_BYTES = 4096
/** Browsers open so many connections to a host where it speaks HTTP/1.1. */
const CONNECTIONS = 6

export const RULES: readonly Rule[] = [
  {
    id: 'redirects',
    title: 'Link to the final address',
    advice:
      'Each redirect costs a round trip before anything loads. Answer at the first address, or change the links and the bookmarks that lead through it.',
    basis: 'measured',
    saving: ({ redirectsMs, redirectUrls }) =>
      redirectUrls.length === 0 ? null : { kb: null, ms: redirectsMs, urls: redirectUrls },
  },
  {
    id: 'server-response',
    title: 'Answer sooner',
    advice:
      'The server needs long for the first byte. Cache the page or what it is made of, look for slow queries, and put a CDN in front of what does not change.',
    basis: 'measured',
    saving: ({ ttfbMs, resources }) =>
      ttfbMs <= SLOW_SERVER_MS
        ? null
        : { kb: null, ms: ttfbMs - GOOD_SERVER_MS, urls: resources.slice(0, 1).map(urlOf) },
  },
  {
    id: 'text-compression',
    title: 'Compress text',
    advice:
      'Send HTML, CSS, JavaScript, JSON and SVG with Content-Encoding gzip or br to clients that accept it; it is a setting of the server or the CDN.',
    basis: 'measured',
    saving({ resources, gzipped }) {
      const saved = resources.flatMap(({ url, bytes }) => {
        const small = gzipped.get(url)
        if (small === undefined || bytes === null) return []
        const saves = bytes - small
        const isWorth = saves >= LEAST_COMPRESSED.bytes && saves / bytes >= LEAST_COMPRESSED.share
        return isWorth ? [{ url, saves }] : []
      })
      return ofBytes(saved)
    },
  },
  {
    id: 'render-blocking',
    title: 'Let scripts and styles not hold up the page',
    advice:
      'Add defer or async to scripts in the head, or move them to the end of the body; inline the few styles that the top of the page needs and load the others later.',
    basis: 'estimated',
    saving({ resources }) {
      const blocking = resources.filter((each) => each.blocks_rendering && each.ttfb_ms !== null)
      // A browser loads them side by side: the slowest holds up the page.
      const ms = Math.max(0, ...blocking.map((each) => each.ttfb_ms ?? 0))
      return ms === 0 ? null : { kb: null, ms, urls: blocking.map(urlOf) }
    },
  },
  {
    id: 'cache-lifetime',
    title: 'Let browsers keep files longer',
    advice:
      'Give files whose name changes with their content Cache-Control: max-age=31536000, immutable; each further visit then loads them from the disk.',
    basis: 'measured',
    saving: ({ resources }) =>
      ofBytes(
        resources
          .filter(({ kind, status }) => kind !== 'document' && status === 200)
          .filter(({ cache_s }) => (cache_s ?? 0) < LONG_CACHE_S)
          .map((each) => ({ url: each.url, saves: each.sent_bytes ?? each.bytes ?? 0 })),
      ),
  },
  {
    id: 'image-formats',
    title: 'Send images in a modern format',
    advice:
      'WebP and AVIF show the same picture in less. Offer them by the picture element or by the Accept header, with the old format for old browsers.',
    basis: 'estimated',
    saving: ({ resources }) =>
      ofBytes(
        resources
          .filter(({ status, bytes }) => status === 200 && (bytes ?? 0) >= LEAST_IMAGE_BYTES)
          .map(({ url, format, bytes }) => ({
            url,
            saves: (bytes ?? 0) * (WEBP_SAVES.get(format ?? '') ?? 0),
          })),
      ),
  },
  {
    id: 'http2',
    title: 'Speak HTTP/2',
    advice:
      'Over HTTP/1.1 a browser loads six files of a host at a time; HTTP/2 loads all at once over one connection. Servers and CDNs have it as a setting, with TLS.',
    basis: 'estimated',
    saving({ http2, resources }) {
      const own = resources.filter(({ is_own, kind }) => is_own && kind !== 'document')
      const rounds = Math.ceil(own.length / CONNECTIONS) - 1
      const ms = rounds * median(own.flatMap(({ ttfb_ms }) => ttfb_ms ?? []))
      return http2 !== false || rounds < 1 || ms === 0 ? null : { kb: null, ms, urls: [] }
    },
  },
]

const urlOf = ({ url }: PageResource): string => url

function ofBytes(saved: readonly Readonly<{ url: string; saves: number }>[]): Saving | null {
  const those = saved.filter(({ saves }) => saves > 0).toSorted((a, b) => b.saves - a.saves)
  const bytes = those.reduce((sum, { saves }) => sum + saves, 0)
  if (bytes === 0) return null
  return { kb: Math.round(bytes / 100) / 10, ms: null, urls: those.map(({ url }) => url) }
}

/** What would make the page quicker or lighter: first what saves time, then what saves bytes. */
export function opportunitiesOf(seen: Seen): readonly Opportunity[] {
  const rows = RULES.flatMap(({ saving, ...rule }) => {
    const saved = saving(seen)
    if (saved === null) return []
    const { kb, ms, urls } = saved
    return [{ ...rule, saves_kb: kb, saves_ms: ms, urls: urls.slice(0, URLS_TOLD) }]
  })
  return rows.toSorted(
    (a, b) => (b.saves_ms ?? -1) - (a.saves_ms ?? -1) || (b.saves_kb ?? -1) - (a.saves_kb ?? -1),
  )
}
