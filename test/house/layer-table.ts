/**
 * Who may import whom. Left: a room of `src/`, the folder above it for the command line, or a file in
 * the root of `src/`. Right: rooms (`report`), files (`scanner/ports.ts`), or, with `type:`, either
 * by `import type` alone. Every file may use itself's room and COMMON.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  report: [],
  scanner: ['report'],
  // The guard is the scanner's port: it throws the scanner's error.
  accounts: [
    'report',
    'type:scanner/ports.ts',
    'scanner/http/exchange.ts',
    'scanner/http/guard-refusal.ts',
  ],
  exporters: ['report'],
  notify: ['report'],
  ai: ['report'],
  db: ['report', 'accounts', 'type:scanner/engine/options.ts', 'type:scanner/engine/kept-place.ts'],
  services: ['report', 'scanner', 'accounts', 'exporters', 'notify', 'ai', 'db', 'type:env.ts'],
  routes: [
    'services',
    'report',
    'type:scanner',
    'accounts',
    'ui',
    // The names of formats and thresholds go into the schemas.
    'notify/receiver.ts',
    'notify/threshold.ts',
    'type:env.ts',
    // The names of speeds go into the schemas.
    'scanner/engine/options.ts',
    // A secret of one-time codes is read where it comes in.
    'scanner/auth/totp.ts',
    // Errors are logged that came before there were dependencies.
    'runtime.ts',
  ],
  ui: ['services', 'report', 'type:scanner', 'accounts'],
  // The shells: thin, but they name the platform, the clock and the wiring.
  'durable-objects': [
    'services',
    'report',
    'scanner',
    'accounts',
    'env.ts',
    'runtime.ts',
    'wiring.ts',
    // A scan sends its own units.
    'queues/send.ts',
  ],
  queues: ['services', 'report', 'scanner', 'accounts', 'env.ts', 'runtime.ts', 'wiring.ts'],
  cron: ['services', 'report', 'type:scanner', 'accounts', 'env.ts', 'runtime.ts', 'wiring.ts'],
  cli: ['report'],

  'errors.ts': [],
  'limits.ts': ['report'],
  'version.ts': [],
  'env.ts': [],
  'runtime.ts': ['type:scanner/ports.ts'],
}

/** Facts without behaviour that everybody may read. */
export const COMMON: readonly string[] = ['errors.ts', 'limits.ts', 'version.ts']

/** They wire the rooms together and may import all of them. Nobody imports the entries. */
export const COMPOSITION: readonly string[] = [
  'index.ts',
  'local.ts',
  'local',
  'wiring.ts',
  'rate-limits.ts',
]

/** Packages that belong to some places only, by the start of their name. */
export const PACKAGES: readonly (readonly [start: string, places: readonly string[]])[] = [
  ['cloudflare:', ['durable-objects', 'queues', 'local', 'scanner/http/transports']],
  ['@cloudflare/puppeteer', ['scanner/browser/puppeteer']],
  ['drizzle-orm', ['db', 'local']],
  ['pdf-lib', ['exporters/pdf']],
  ['@cantoo/', ['exporters/pdf']],
  ['docx', ['exporters/docx']],
  ['hono', ['routes', 'ui', 'local']],
  ['@hono/', ['routes', 'ui', 'local']],
]

/** The only packages of the room that everything stands on. */
export const REPORT_PACKAGES: readonly RegExp[] = [/^node:crypto$/, /^zod$/, /^@pandatix\/js-cvss/]
