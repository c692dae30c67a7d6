import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Any 32 bytes: what the tests seal, only the tests open. */
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')

export default defineConfig({
  test: {
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
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            remoteBindings: false,
            miniflare: {
              bindings: {
                ENCRYPTION_KEY,
                // Nothing listens there: a test that forgot its resolver fails on loopback.
                DOH_URL: 'http://127.0.0.1:9/dns-query',
                TEST_MIGRATIONS: await readD1Migrations('./migrations'),
              },
            },
          })),
        ],
        test: {
          name: 'workers',
          include: ['test/worker/**/*.test.ts'],
          setupFiles: ['./test/worker/migrate.ts'],
          testTimeout: 20_000,
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
