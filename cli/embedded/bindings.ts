import type { V4MiniflareOptions, V4WorkerOptions } from 'miniflare'

// What wrangler.toml says for production, said once more for the embedded runtime;
// test/cli/bindings.test.ts holds the two together. AI is left out: the service must
// work without it, as it must without the browser that not every machine has.

export const COMPATIBILITY_DATE = '2026-08-15'
export const COMPATIBILITY_FLAGS = ['nodejs_compat', 'global_fetch_strictly_public']
/** Lets a batch end before the work it has begun: see src/local/queue.ts. */
const LOCAL_FLAGS = ['queue_consumer_no_wait_for_wait_until']
export const D1_BINDING = 'DB'
export const R2_BINDING = 'RESULTS'
export const R2_BUCKET = 'palisade-results'
export const ASSETS_BINDING = 'ASSETS'
export const MAIL_BINDING = 'MAIL'
export const BROWSER_BINDING = 'BROWSER'
export const CRON = '* * * * *'

/** Binding → class; all keep their state in SQLite. */
export const DURABLE_OBJECTS = { ACCOUNT: 'AccountDO', SCAN: 'ScanDO', HOST: 'HostDO' } as const

export const DEAD_LETTERS = 'dead-letters'
const UNIT_SHARDS = 8
const DELIVERY_SHARDS = 4
const shards = (count: number, binding: string, queue: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, shard) => [`${binding}_${shard}`, `${queue}-${shard}`]),
  )
/** Binding → queue that the Worker sends to. */
export const PRODUCERS: Readonly<Record<string, string>> = {
  ...shards(UNIT_SHARDS, 'SCAN_UNITS', 'scan-units'),
  SCAN_SLOW: 'scan-slow',
  RECOUNTS: 'recounts',
  JOBS: 'jobs',
  EXPORT_ORDERS: 'exports',
  ...shards(DELIVERY_SHARDS, 'DELIVERIES', 'deliveries'),
}
export const MAX_RETRIES = 5
/** Production takes one message at a time (six connections per invocation); local has no such limit. */
export const LOCAL_BATCH_SIZE = 10

export const RATE_LIMITS = {
  READS: { namespace_id: '1001', simple: { limit: 120, period: 60 } },
  WRITES: { namespace_id: '1002', simple: { limit: 30, period: 60 } },
  EXPORTS: { namespace_id: '1003', simple: { limit: 20, period: 60 } },
} as const

/** Settings that are the same in production; the rest comes from the embedded service. */
export const VARS = {
  REQUIRE_PROOF: 'deep',
  CONTACT: 'https://palisade.example/contact',
  MAIL_FROM: 'notifications@palisade.example',
  LIBRARY_FEED_URL: '',
  USE_BROWSER: 'on',
  // Never asked: there is no binding for it here.
  AI_MODEL: '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
} as const

/** Names that belong together: what the Worker's module is told by its parent process. */
export type LocalSettings = Readonly<{
  DOH_URL: string
  PUBLIC_URL: string
  ENCRYPTION_KEY: string
  LOCAL_TOKEN: string
  LOCAL_PORT: number
  LOCAL_CLOCK_OFFSET_MS: number
  LOCAL_SUPERVISOR: string
  /** The debugging port of a running Chrome; empty: none. */
  CHROME_WS_URL: string
}>

/** A file of the bundle; others import it by `./<name>`. */
export type WorkerModule = Readonly<{ name: string; text: string }>

export type WorkerSource = Readonly<{
  /** The entry first. */
  modules: readonly WorkerModule[]
  assetsDirectory: string
  host: string
  port: number
  settings: LocalSettings
  /** True where Miniflare finds a browser to start. */
  hasBrowser: boolean
}>

const WORKER = 'palisade'
const ASSETS_WORKER = 'palisade-assets'
const compatibility = {
  compatibilityDate: COMPATIBILITY_DATE,
  compatibilityFlags: COMPATIBILITY_FLAGS,
}

export const modulesOf = (modules: readonly WorkerModule[]) =>
  modules.map(({ name, text }) => ({ type: 'ESModule' as const, path: name, contents: text }))

const consumers = () => {
  const unit = { maxBatchSize: LOCAL_BATCH_SIZE, maxBatchTimeout: 0, maxRetries: MAX_RETRIES }
  const queues = Object.values(PRODUCERS)
  return {
    ...Object.fromEntries(
      queues.map((queue) => [queue, { ...unit, deadLetterQueue: DEAD_LETTERS }]),
    ),
    [DEAD_LETTERS]: { ...unit, maxBatchTimeout: 1 },
  }
}

/**
 * The Worker and its assets as two workers of one runtime. The Worker listens on its own socket,
 * past Miniflare's proxy: faster, sees the real Host header, and none of Miniflare's own pages
 * under /cdn-cgi can be reached through the service's address.
 */
export function runtimeWorkers(source: WorkerSource): V4MiniflareOptions {
  const service: V4WorkerOptions = {
    name: WORKER,
    ...compatibility,
    compatibilityFlags: [...COMPATIBILITY_FLAGS, ...LOCAL_FLAGS],
    modules: modulesOf(source.modules),
    unsafeDirectSockets: [{ host: source.host, port: source.port }],
    bindings: { ...VARS, ...source.settings },
    d1Databases: { [D1_BINDING]: 'palisade' },
    r2Buckets: { [R2_BINDING]: R2_BUCKET },
    durableObjects: Object.fromEntries(
      Object.entries(DURABLE_OBJECTS).map(([binding, className]) => [
        binding,
        { className, useSQLite: true },
      ]),
    ),
    queueProducers: { ...PRODUCERS },
    queueConsumers: consumers(),
    ratelimits: { ...RATE_LIMITS },
    email: { send_email: [{ name: MAIL_BINDING }] },
    ...(source.hasBrowser && { browserRendering: { binding: BROWSER_BINDING } }),
    serviceBindings: { [ASSETS_BINDING]: ASSETS_WORKER },
  }
  const assets: V4WorkerOptions = {
    name: ASSETS_WORKER,
    ...compatibility,
    modules: true,
    script: 'export default { fetch: () => new Response("Not found", { status: 404 }) }',
    assets: {
      directory: source.assetsDirectory,
      binding: ASSETS_BINDING,
      routerConfig: { has_user_worker: false },
    },
  }
  return { workers: [service, assets] }
}
