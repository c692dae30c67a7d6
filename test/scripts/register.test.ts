import { expect, it } from 'vitest'

import { register } from '../../scripts/new-check/register.ts'
import { constantOf } from '../../scripts/new-check/templates.ts'

const EMPTY =
  "import type { Check } from './check.ts'\n\nexport const CHECKS: readonly Check[] = []\n"

it('adds the first check', () => {
  const index = register(EMPTY, { name: 'demoThing', path: './input/demo.thing.ts' })
  expect(index).toContain("check.ts'\nimport demoThing from './input/demo.thing.ts'\n")
  expect(index).toContain('CHECKS: readonly Check[] = [demoThing]')
})

it('keeps the imports in order of path and adds the entry last', () => {
  const paths = ['./passive/z.ts', './input/b.ts', './input/a.ts', './origin/m.ts']
  const index = paths.reduce(
    (text, path) => register(text, { name: `c${path.at(-4)}`, path }),
    EMPTY,
  )
  expect([...index.matchAll(/from '(\.\/\w+\/[^']+)'/g)].map(([, path]) => path)).toEqual(
    paths.toSorted(),
  )
  expect(index).toContain('= [cz, cb, ca, cm]')
})

it('does not guess where there is no list', () => {
  expect(() => register('export const A = 1\n', { name: 'a', path: './input/a.ts' })).toThrow(
    'no list CHECKS',
  )
})

it.each([
  ['header.hsts', 'headerHsts'],
  ['exposed.source_map', 'exposedSourceMap'],
  ['crlf', 'crlf'],
  ['new', 'checkNew'],
  ['2fa.missing', 'check2faMissing'],
])('%s is imported as %s', (id, name) => {
  expect(constantOf(id)).toBe(name)
})
