/**
 * Who may import whom: ARCHITECTURE.md, Rooms. A name covers the rooms below it. Besides what its
 * row says, a room may import itself, and all but report may import the SHARED files.
 */
export type Row = Readonly<{
  values?: readonly string[]
  /** With `import type` only. */
  types?: readonly string[]
  packages?: readonly string[]
}>

export const SHARED: readonly string[] = ['src/errors.ts', 'src/limits.ts', 'src/version.ts']

const SHELL = ['src/services', 'src/report', 'src/accounts', 'src/scanner'] as const

export const ROOMS: Readonly<Record<string, Row>> = {
  'src/report': { packages: ['node:crypto', '@pandatix/js-cvss', 'zod'] },

  'src/scanner/ports.ts': { values: ['src/report'], types: ['src/scanner/http'] },
  'src/scanner/http': {
    values: ['src/report'],
    types: ['src/scanner/ports.ts'],
    packages: ['zod'],
  },
  'src/scanner/crawl': {
    values: ['src/report', 'src/scanner/http'],
    types: ['src/scanner/engine'],
    packages: ['htmlparser2', 'fast-xml-parser', 'zod'],
  },
  'src/scanner/payloads': {},
  'src/scanner/checks': {
    values: ['src/report', 'src/scanner/payloads', 'src/scanner/tech'],
    types: ['src/scanner/http', 'src/scanner/ports.ts'],
    packages: [
      'acorn',
      'csp_evaluator',
      'domhandler',
      'fast-xml-parser',
      'htmlparser2',
      'ipaddr.js',
      'set-cookie-parser',
    ],
  },
  'src/scanner/tech': { values: ['src/scanner/crawl'], types: ['src/scanner/http'] },
  'src/scanner/perf': { values: ['src/report', 'src/scanner/http'] },
  'src/scanner/engine': { values: ['src/report', 'src/scanner'] },
  'src/scanner/browser': { types: ['src/scanner/http', 'src/scanner/ports.ts'] },

  'src/accounts': { values: ['src/report'], packages: ['ipaddr.js', 'node:crypto'] },
  'src/ai': { values: ['src/report'] },
  'src/db': {
    values: ['src/report'],
    types: ['src/accounts'],
    packages: ['drizzle-orm', 'fflate', 'zod'],
  },
  'src/services': {
    values: ['src/report', 'src/scanner', 'src/accounts', 'src/ai', 'src/db'],
    types: ['src/env.ts'],
    packages: ['node:crypto', 'node:net', 'tldts', 'zod'],
  },
  'src/ui': { values: ['src/services', 'src/report', 'src/accounts'], types: ['src/scanner'] },
  'src/routes': {
    values: ['src/services', 'src/report', 'src/accounts', 'src/ui', 'src/runtime.ts'],
    types: ['src/scanner', 'src/env.ts'],
    packages: ['@hono/zod-openapi', 'hono', 'node:crypto', 'zod'],
  },
  'src/durable-objects': {
    values: [...SHELL, 'src/queues', 'src/runtime.ts', 'src/wiring.ts'],
    types: ['src/env.ts'],
    packages: ['cloudflare:workers'],
  },
  'src/queues': {
    values: [...SHELL, 'src/env.ts', 'src/runtime.ts', 'src/wiring.ts'],
    packages: ['zod'],
  },
  'src/cron': { values: ['src/services', 'src/report', 'src/accounts'], types: ['src/scanner'] },

  'src/errors.ts': {},
  'src/limits.ts': { values: ['src/report'] },
  'src/version.ts': {},
  'src/env.ts': { packages: ['zod'] },
  'src/runtime.ts': { types: ['src/scanner/ports.ts'] },
  'src/rate-limits.ts': {
    values: ['src/accounts', 'src/runtime.ts'],
    types: ['src/env.ts', 'src/services'],
  },
  'src/wiring.ts': {
    values: [
      'src/accounts',
      'src/ai',
      'src/db',
      'src/env.ts',
      'src/rate-limits.ts',
      'src/runtime.ts',
      'src/scanner/http/transports',
      'src/services',
    ],
  },
  'src/index.ts': {
    values: ['src/cron', 'src/durable-objects', 'src/queues', 'src/routes', 'src/wiring.ts'],
    types: ['src/env.ts'],
  },
  'src/local.ts': { values: ['src/index.ts', 'src/local', 'src/runtime.ts', 'src/wiring.ts'] },
  'src/local': {
    values: [
      'src/accounts',
      'src/db',
      'src/report',
      'src/routes',
      'src/runtime.ts',
      'src/services',
    ],
    types: ['src/env.ts'],
    packages: [
      '@hono/zod-openapi',
      'cloudflare:workers',
      'drizzle-orm',
      'hono',
      'node:crypto',
      'zod',
    ],
  },
  cli: { values: ['src/report'], packages: ['miniflare', 'node:*', 'picocolors', 'zod'] },
}

/** Doors in the walls. Each names the file, what it reaches, and why; one no longer used fails. */
export const DOORS: readonly Readonly<{ file: string; to: string; why: string }>[] = [
  {
    file: 'src/accounts/outbound-guard.ts',
    to: 'src/scanner',
    why: 'it is the scanner’s port Guard and throws the errors that the port names',
  },
  {
    file: 'src/scanner/http/baseline.ts',
    to: 'src/scanner/checks/check.ts',
    why: 'the type Baseline stands in the contract of a check',
  },
  {
    file: 'src/scanner/http/blocked.ts',
    to: 'src/scanner/checks/check.ts',
    why: 'the type Baseline stands in the contract of a check',
  },
  {
    file: 'src/scanner/http/compare.ts',
    to: 'src/scanner/checks/check.ts',
    why: 'the type Baseline stands in the contract of a check',
  },
  {
    file: 'src/db/accounts.ts',
    to: 'src/accounts',
    why: 'a stored plan is parsed with the list of plans, and limits default to the plan’s',
  },
  {
    file: 'src/db/api-keys.ts',
    to: 'src/accounts',
    why: 'stored scopes are parsed with the list of scopes',
  },
  {
    file: 'src/db/scans-write.ts',
    to: 'src/scanner/engine/options.ts',
    why: 'the type of the options that a row keeps',
  },
  {
    file: 'src/routes/schemas/scan.ts',
    to: 'src/scanner/engine/options.ts',
    why: 'the schema lists the speeds',
  },
  {
    file: 'src/routes/schemas/start.ts',
    to: 'src/scanner/engine/options.ts',
    why: 'the schema lists the speeds and bounds fields by the budgets',
  },
  {
    file: 'cli/catalogue.ts',
    to: 'scripts/build.ts',
    why: 'in a checkout the generated facts of the checks are built on demand',
  },
  {
    file: 'cli/embedded/service.ts',
    to: 'scripts/build.ts',
    why: 'in a checkout the embedded Worker is built on demand',
  },
]

/** Folders of checks; a check never imports another. */
export const CHECK_PHASES: readonly string[] = [
  'passive',
  'origin',
  'input',
  'browser',
  'site',
  'api',
]

/** Where a module of the platform may be named. */
export const PLATFORM_FILES: readonly string[] = [
  'src/scanner/http/transports/',
  'src/scanner/browser/puppeteer.ts',
  'src/durable-objects/',
  'src/local/settings.ts',
]

/** Rooms without clock and chance of their own; the linter bans further names in them. */
export const PURE_ROOMS: readonly string[] = [
  'src/report/',
  'src/scanner/',
  'src/accounts/',
  'src/services/',
  'src/db/',
  'src/ai/',
]
