import { join } from 'node:path'

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
