import { expect, it } from 'vitest'

import { cacheLifetime } from '../../../src/scanner/perf/cache-lifetime.ts'

const DATE = { date: 'Sun, 22 Nov 2026 08:00:00 GMT' }

it.each<readonly [Record<string, string>, number | null]>([
  [{}, null],
  [{ 'cache-control': 'public' }, null],
  [{ 'cache-control': 'public, max-age=31536000, immutable' }, 31_536_000],
  [{ 'cache-control': 'Max-Age="60"' }, 60],
  [{ 'cache-control': 's-maxage=600' }, null],
  [{ 'cache-control': 'max-age=600, no-cache' }, 0],
  [{ 'cache-control': 'private="set-cookie", no-store' }, 0],
  [{ 'cache-control': 'max-age=5', expires: 'Sun, 22 Nov 2026 09:00:00 GMT', ...DATE }, 5],
  [{ expires: 'Sun, 22 Nov 2026 09:00:00 GMT', ...DATE }, 3600],
  [{ expires: 'Sun, 22 Nov 2026 07:00:00 GMT', ...DATE }, 0],
  [{ expires: '-1' }, 0],
  [{ expires: 'Sun, 22 Nov 2026 09:00:00 GMT' }, null],
])('%j may be kept for %j s', (headers, seconds) => {
  expect(cacheLifetime(new Headers(headers))).toBe(seconds)
})
