import { expect, it } from 'vitest'

import { register } from '../../scripts/new-check/register.ts'
import { checkFile, constantOf, PHASES } from '../../scripts/new-check/templates.ts'
import { CHECKS } from '../../src/scanner/checks/index.ts'

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

it('offers every phase that checks have', () => {
  expect([...PHASES].toSorted()).toEqual([...new Set(CHECKS.map(({ phase }) => phase))].toSorted())
})

it.each(PHASES)('writes a check of the phase %s that is silent until it is filled in', (phase) => {
  const file = checkFile('demo.thing', phase)
  expect(file).toMatch(/^import \{ \w+ \} from '\.\.\/check\.ts'/)
  expect(file).toMatch(/: readonly .*\[\] = \[\]$/m)
  expect(file.includes("needs: ['browser']")).toBe(phase === 'script')
})
