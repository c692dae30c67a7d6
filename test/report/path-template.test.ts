import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { pathTemplate } from '../../src/report/path-template.ts'

it.each([
  ['/', '/'],
  ['/item/17', '/item/{}'],
  ['/item/17/', '/item/{}/'],
  ['/u/3f2504e0-4f89-41d3-9a0c-0305e82c3301/edit', '/u/{}/edit'],
  ['/c/3F2504E04F89', '/c/{}'],
  ['/c/deadbeef', '/c/{}'],
  ['/log/2026-11-20/2026_1_2/20.11.2026/2026-11', '/log/{}/{}/{}/{}'],
])('%s folds to %s', (path, template) => {
  expect(pathTemplate(path)).toBe(template)
})

it.each([
  ['/deadbee', 'hex of seven'],
  ['/item-17', 'a slug'],
  ['/v1/2026.1', 'a version'],
  ['/17.json', 'a file name'],
  ['/{17}', 'braces'],
  ['/2026-11_20', 'separators that differ'],
  ['/3f2504e0-4f89-41d3-9a0c-0305e82c330', 'a UUID short of a digit'],
])('%s stays: %s', (path) => {
  expect(pathTemplate(path)).toBe(path)
})

it('is idempotent and keeps the number of segments, whatever the path', () => {
  const segment = fc.oneof(fc.stringMatching(/^[\w.~%-]{0,12}$/), fc.nat().map(String), fc.uuid())
  fc.assert(
    fc.property(fc.array(segment), (segments) => {
      const path = `/${segments.join('/')}`
      const template = pathTemplate(path)
      expect(pathTemplate(template)).toBe(template)
      expect(template.split('/')).toHaveLength(path.split('/').length)
    }),
  )
})
