import { join } from 'node:path'

import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

// Where .ci/run finds the results of every run, to add them up.
const results = process.env['PALISADE_TEST_RESULTS']

export default defineConfig({
  test: {
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
        },
      },
      {
        plugins: [
          cloudflareTest(async ({ inject }) => ({
            wrangler: { configPath: './wrangler.toml' },
            remoteBindings: false,
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: await readD1Migrations('./migrations'),
                // No model: Workers AI has no local form, and nothing may leave this machine.
                AI_MODEL: '',
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
          name: 'workers',
          include: ['test/worker/**/*.test.ts'],
          globalSetup: ['./test/worker/target.ts', './test/worker/odd-target.ts'],
          setupFiles: ['./test/worker/migrate.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
