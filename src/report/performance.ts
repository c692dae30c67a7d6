/** What a page loads, by what a browser makes of it. */
export const RESOURCE_KINDS = [
  'document',
  'style',
  'script',
  'image',
  'font',
  'media',
  'frame',
  'other',
] as const
export type ResourceKind = (typeof RESOURCE_KINDS)[number]

/**
 * One resource that the page names. Sizes in bytes: `sent_bytes` as they came, compressed or not,
 * `bytes` after decoding; null where it was not asked for or the transport does not tell.
 */
export type PageResource = Readonly<{
  url: string
  kind: ResourceKind
  /** Of an origin in scope: only those are asked for. */
  is_own: boolean
  /** A browser shows nothing before it has this. */
  blocks_rendering: boolean
  status: number | null
  sent_bytes: number | null
  bytes: number | null
  /** Content-Encoding of the answer; null for none. */
  encoding: string | null
  /** Until the first byte of the answer. */
  ttfb_ms: number | null
  /** How long a browser may keep it: 0 for not at all, null where the answer does not say. */
  cache_s: number | null
  /** `jpeg`, `webp`, … of images, by Content-Type. */
  format: string | null
  /** Why it was only counted; null for what was asked for. */
  not_asked: string | null
}>

export type Weight = Readonly<{
  kind: ResourceKind
  requests: number
  third_party: number
  /** Of what was asked for: as sent where that is known, else decoded. */
  bytes: number
}>

/** What to do, and what that saves: kB on the wire, or ms until the page is there. */
export type Opportunity = Readonly<{
  id: string
  title: string
  advice: string
  saves_kb: number | null
  saves_ms: number | null
  /** `measured`: from what was seen and computed; `estimated`: by a published rule of thumb. */
  basis: 'measured' | 'estimated'
  /** Some of the resources that it is about. */
  urls: readonly string[]
}>

/** A request of the browser, in milliseconds since it began to open the page. */
export type WaterfallRow = Readonly<{
  url: string
  kind: ResourceKind
  status: number | null
  start_ms: number
  /** Null where there was none. */
  first_byte_ms: number | null
  end_ms: number
  sent_bytes: number | null
}>

/** One load of the page in a browser of ours: lab values, not what users see. Null: not reported. */
export type LabValues = Readonly<{
  fcp_ms: number | null
  lcp_ms: number | null
  cls: number | null
  tbt_ms: number | null
  /** 0-100 over those that are known, by the curves of `perf/score.ts`. */
  score: number | null
  waterfall: readonly WaterfallRow[]
}>

/** Beside the six numbers of the API document; docs/performance.md says how each comes to be. */
export type PerformanceDetails = Readonly<{
  /** The page that was measured: where the redirects of the target end. */
  page_url: string
  /** How the name was resolved; null: nobody asked, and dns_ms is 0. */
  dns_by: 'dns_over_https' | null
  /** What says whether HTTP/2 is spoken; null: unknown, and http2 is false. */
  http2_by: 'alpn' | 'browser' | null
  /** Of each sample, in order. */
  ttfb_samples_ms: readonly number[]
  /** Of the page alone. */
  sent_bytes: number | null
  bytes: number
  encoding: string | null
  /** Whether a client that accepts nothing else gets Brotli; null where that was not answered. */
  brotli: boolean | null
  redirects: readonly Readonly<{ url: string; status: number; ttfb_ms: number }>[]
  /** The page and what it names, by kind. */
  weights: readonly Weight[]
  resources: readonly PageResource[]
  opportunities: readonly Opportunity[]
  lab: LabValues | null
  /** Why `lab` is null. */
  lab_reason: string | null
  /** What limits these numbers. */
  notes: readonly string[]
}>
