import { existsSync, readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { filesBelow } from './sources.ts'

const TOP = 'src|test|cli|scripts|bench|docs|migrations|public'
/** A path of ours in running text or code: up to the first character that no path of ours has. */
const CITATION = new RegExp(String.raw`(?<![\w./-])(?:${TOP})/[\w./-]*`, 'g')
/** Made by a build, not kept. */
const GENERATED = /^public\/docs-assets\/vendor\//

/** `src/scanner/checks/<phase>/<id>.ts` cites the folder before the placeholder. */
const citedBy = (text: string): readonly string[] =>
  [...text.matchAll(CITATION)].map(([path]) => path.replace(/[./-]+$/, ''))

const missingOf = (text: string, exists: (path: string) => boolean): readonly string[] =>
  citedBy(text).filter((path) => !GENERATED.test(`${path}/`) && !exists(path))

// The change log tells of files as they were.
const documents = [...readdirSync('.'), ...filesBelow('docs')].filter(
  (path) => path.endsWith('.md') && path !== 'CHANGELOG.md',
)

it.each(documents)('%s cites files that exist', (path) => {
  expect(missingOf(readFileSync(path, 'utf8'), existsSync)).toEqual([])
})

it.each([
  ['see src/report/risk.ts.', ['src/report/risk.ts']],
  ['`src/scanner/checks/<phase>/<id>.ts`', ['src/scanner/checks']],
  ['[room](src/report/) and (test/house)', ['src/report', 'test/house']],
  ['src/routes/middleware/*', ['src/routes/middleware']],
  ['https://example.test/src/report and ../src/a.ts', []],
  ['the resources/src folder', []],
])('reads the paths of %j', (text, paths) => {
  expect(citedBy(text)).toEqual(paths)
})

it('names what is missing', () => {
  expect(missingOf('src/a.ts and src/b.ts', (path) => path === 'src/a.ts')).toEqual(['src/b.ts'])
})
