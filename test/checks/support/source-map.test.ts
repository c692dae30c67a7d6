import { expect, it } from 'vitest'

import { sourceMapIn } from '../../../src/scanner/checks/support/source-map.ts'
import type { Exchange } from '../../../src/scanner/http/exchange.ts'

const cut = (body: string): Exchange => ({
  request: { method: 'GET', url: new URL('https://shop.test/a.map'), headers: new Headers() },
  response: { status: 200, headers: new Headers(), body, truncated: true, elapsedMs: 1 },
})

it('reads the start of a map that is too long', () => {
  const body =
    '{"version":3,"sources":["node_modules/x.js","src/a.ts"],"sourcesContent":["x","export const'
  expect(sourceMapIn(cut(body))).toEqual({ source: 'src/a.ts', count: 1 })
})

it.each([
  ['of another version', '{"version":2,"sources":["a.ts"],"sourcesContent":["x'],
  ['without text', '{"version":3,"sources":["a.ts"],"mappings":"AAAA'],
  ['without sources', '{"version":3,"sourcesContent":["x'],
  ['of others', '{"version":3,"sources":["node_modules/a.js"],"sourcesContent":["x'],
])('finds nothing in the start of a map %s', (_, body) => {
  expect(sourceMapIn(cut(body))).toBeNull()
})
