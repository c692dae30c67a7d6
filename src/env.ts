import { z } from 'zod'

/** Bindings of wrangler.toml. AI, BROWSER and MAIL are optional at run time. */
export type Env = Cloudflare.Env

const Settings = z.object({
  DOH_URL: z.url(),
  REQUIRE_PROOF: z.enum(['deep', 'active', 'off']).default('deep'),
  PUBLIC_URL: z.url(),
  CONTACT: z.url(),
  MAIL_FROM: z.email(),
  /** 32 bytes, base64: a Worker secret in production, made once with mode 0600 locally. */
  ENCRYPTION_KEY: z.base64().length(44),
  /** Advisories on JavaScript libraries, in the format of RetireJS; empty: the built-in table only. */
  LIBRARY_FEED_URL: z.union([z.literal(''), z.url()]).default(''),
  /** A model of Workers AI that has a JSON mode; empty: the rules advise. */
  AI_MODEL: z.string().default(''),
  /** `off`: scans use no browser, and say so. */
  USE_BROWSER: z.enum(['on', 'off']).default('on'),
  /** A Chrome with a debugging port (`http://host:port`), used where there is no BROWSER binding. */
  CHROME_WS_URL: z.union([z.literal(''), z.url()]).default(''),
  /** Host suffixes that need a support ticket (decisions 50), separated by blanks. */
  TICKET_SUFFIXES: z.string().default('.gov .mil .edu .bank'),
})
export type Settings = z.infer<typeof Settings>

const parsed = new WeakMap<object, Settings>()

/** Parses the settings once per isolate; throws a clear error naming what is missing. */
export function settingsOf(env: Env): Settings {
  const known = parsed.get(env)
  if (known) return known
  const result = Settings.safeParse(env)
  if (!result.success) {
    const missing = result.error.issues.map((issue) => issue.path.join('.')).join(', ')
    throw new Error(`Settings missing or wrong: ${missing}. See README, "Deploy".`)
  }
  parsed.set(env, result.data)
  return result.data
}

/** The queues that carry scan units, in shard order. */
export const unitQueues = (env: Env): readonly Queue[] => [
  env.SCAN_UNITS_0,
  env.SCAN_UNITS_1,
  env.SCAN_UNITS_2,
  env.SCAN_UNITS_3,
  env.SCAN_UNITS_4,
  env.SCAN_UNITS_5,
  env.SCAN_UNITS_6,
  env.SCAN_UNITS_7,
]

/** The queues that carry deliveries, in shard order. */
export const deliveryQueues = (env: Env): readonly Queue[] => [
  env.DELIVERIES_0,
  env.DELIVERIES_1,
  env.DELIVERIES_2,
  env.DELIVERIES_3,
]
