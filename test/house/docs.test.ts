import { globSync, readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { filesBelow } from './sources.ts'

const TOP = 'src|test|cli|scripts|bench|docs|migrations|public'
/** A path of ours in running text or code, with globs, `{a,b}` and `<placeholders>`. */
const CITATION = new RegExp(
  String.raw`(?<![\w./-])(?:${TOP})/(?:[\w./*-]|<[\w-]+>|\{[\w.,/-]+\})*`,
  'g',
)
/** Made by a build, not kept. */
const GENERATED = /^public\/(?:docs-assets\/vendor|fonts)\//

const citedBy = (text: string): readonly string[] =>
  [...text.matchAll(CITATION)].map(([path]) => path.replace(/[./-]+$/, ''))

/** `<id>` stands for any text within a segment: at least one file must fit. */
const isThere = (path: string): boolean => globSync(path.replaceAll(/<[\w-]+>/g, '*')).length > 0

const missingOf = (text: string, exists: (path: string) => boolean): readonly string[] =>
  citedBy(text).filter((path) => !GENERATED.test(`${path}/`) && !exists(path))

// The change log tells of files as they were.
const documents = [...readdirSync('.'), ...filesBelow('docs')].filter(
  (path) => path.endsWith('.md') && path !== 'CHANGELOG.md',
)

it.each(documents)('%s cites files that exist', (path) => {
  expect(missingOf(readFileSync(path, 'utf8'), isThere)).toEqual([])
})

it.each([
  ['see src/report/risk.ts.', ['src/report/risk.ts']],
  ['`src/scanner/checks/<phase>/<id>.ts`', ['src/scanner/checks/<phase>/<id>.ts']],
  ['[room](src/report/) and (test/house)', ['src/report', 'test/house']],
  ['src/routes/middleware/*', ['src/routes/middleware/*']],
  ['https://example.test/src/report and ../src/a.ts', []],
  ['the resources/src folder', []],
])('reads the paths of %j', (text, paths) => {
  expect(citedBy(text)).toEqual(paths)
})

it('names what is missing', () => {
  expect(missingOf('src/a.ts and src/b.ts', (path) => path === 'src/a.ts')).toEqual(['src/b.ts'])
})

it.each([
  ['src/limits.ts', true],
  ['src/scanner/checks', true],
  ['src/scanner/checks/<phase>/<id>.ts', true],
  ['test/{house,support}/*.ts', true],
  ['src/limit.ts', false],
  ['src/scanner/checks/<phase>/<id>.tsx', false],
  ['src/nowhere/*', false],
])('%s exists: %s', (path, expected) => {
  expect(isThere(path)).toBe(expected)
})
