import { join } from 'node:path'

import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Where .ci/run finds the results of every run, to add them up.
const results = process.env['PALISADE_TEST_RESULTS']

/** Proofs that the apps of the range are what their truth says: no service runs in them. */
const RANGE = ['test/e2e/range-*.test.ts']
/** They enter the local mode, which nothing leaves: a runtime of their own. */
const LOCAL = ['test/worker/faults.test.ts', 'test/worker/queue-secrets.test.ts']
/** They measure time, so nothing else may run beside them: `timing` comes last in `npm test`. */
const TIMING = [
  'first-scan',
  'hanging',
  'manners',
  'pace',
  'performance',
  'shards',
  'sse',
  'webhooks',
].map((name) => `test/e2e/${name}.test.ts`)
/**
 * Starting anew for each file took most of the time: files share their modules, and in workerd the
 * database too. What one leaves behind must not matter to the next.
 */
const SHARED = { isolate: false }
/** Ends what hangs. Nothing is judged by it: a machine that does much else is no failure. */
const HANGS_MS = 240_000

/** Files that take a minute or so, the longest first: begun last, they would run alone at the end. */
const LONGEST = [
  'browser-crawl',
  'many-scans',
  'secrets',
  'local-mode',
  'login',
  'untouched',
  'first-scan',
  'hanging',
  'webhooks',
].map((name) => `/test/e2e/${name}.test.ts`)
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

type Files = Readonly<{ include: string[]; exclude?: string[] }>

/** Tests inside the runtime, with the bindings of wrangler.toml. */
const workerd = (name: string, files: Files): TestProjectConfiguration => ({
  plugins: [
    cloudflareTest(async ({ inject }) => ({
      wrangler: { configPath: './wrangler.toml' },
      remoteBindings: false,
      miniflare: {
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations('./migrations'),
          // No model: Workers AI has no local form, and nothing may leave this machine.
          AI_MODEL: '',
          // Tests that need a browser bring their own.
          USE_BROWSER: 'off',
          ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
          TARGET: inject('target'),
          ODD_HTTP: inject('odd').http,
          ODD_RAW: inject('odd').raw,
          // Nothing listens there: a test that forgot its resolver fails on loopback.
          DOH_URL: 'http://127.0.0.1:9/dns-query',
        },
      },
    })),
  ],
  test: {
    name,
    ...files,
    globalSetup: ['./test/worker/target.ts', './test/worker/odd-target.ts'],
    setupFiles: ['./test/worker/migrate.ts', './test/worker/reset.ts'],
    ...SHARED,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
  },
})

/** Tests of the whole service in processes of its own; they wait more than they work. */
const e2e = (
  name: string,
  groupOrder: number,
  { maxWorkers, ...files }: Files & Readonly<{ maxWorkers: number }>,
): TestProjectConfiguration => ({
  test: {
    name,
    ...files,
    ...SHARED,
    maxWorkers,
    // Of one file; most of them wait.
    maxConcurrency: 12,
    sequence: { groupOrder },
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
  },
})

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: results
      ? ['default', ['json', { outputFile: join(results, `${process.pid}.json`) }]]
      : ['default'],
    projects: [
      {
        test: {
          name: 'node',
          // Its files import each other without extension, which Node alone cannot resolve.
          server: { deps: { inline: ['@pandatix/js-cvss'] } },
          include: ['test/**/*.test.ts'],
          exclude: ['test/worker/**', 'test/e2e/**', 'test/range/**'],
          ...SHARED,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        test: {
          name: 'range',
          include: RANGE,
          ...SHARED,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      workerd('workers', { include: ['test/worker/**/*.test.ts'], exclude: LOCAL }),
      workerd('workers-local', { include: LOCAL }),
      e2e('e2e', 1, {
        include: ['test/e2e/**/*.test.ts'],
        exclude: [...RANGE, ...TIMING],
        maxWorkers: 3,
      }),
      e2e('timing', 2, { include: TIMING, maxWorkers: 3 }),
    ],
  },
})
