import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { readFailures, readResults } from '../../scripts/test/results.ts'
import { untraced } from '../../scripts/test/traced.ts'
import type { Row } from '../spec/row.ts'

const row = (...proofs: Row extends readonly [string, string, ...infer P] ? P : never): Row => [
  'L1',
  'it works',
  ...proofs,
]
const ran = (...titles: readonly string[]) => new Map([['test/a/b.test.ts', new Set(titles)]])

it('is content with a test or a block that ran', () => {
  expect(untraced([row('a/b › says so')], ran('says so'))).toEqual([])
})

it('knows a table test by its template', () => {
  const proofs = [row('a/b › is told of %s (%i)'), row('a/b › $case.name passes')]
  expect(untraced(proofs, ran('is told of x.y (3)', 'one passes'))).toEqual([])
  expect(untraced(proofs, ran('is told off (3)', 'one fails'))).toHaveLength(2)
})

it.each([
  ['its test did not run', ran('another')],
  ['its file did not run', new Map<string, Set<string>>()],
  ['only a longer title ran', ran('says so at last')],
])('names a row when %s', (_why, passed) => {
  expect(untraced([row('a/b › says so')], passed)).toEqual(['L1 it works (a/b › says so)'])
})

it('lets wait what a later issue builds or nobody demands', () => {
  expect(untraced([row('issue 6', 'no demand: an example')], new Map())).toEqual([])
})

/** Reports of vitest: a test that passed, one that failed, one whose process died, no test at all. */
function writeReports(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palisade-traced-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, status: string, message: string, ...tests: readonly object[]) => {
    const assertionResults = tests.map((test) => ({ ancestorTitles: ['block'], ...test }))
    const file = { name: `/x/test/${name}.test.ts`, status, message, assertionResults }
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ testResults: [file] }))
  }
  const passed = { title: 'one', status: 'passed' }
  write('a', 'passed', '', passed)
  const failureMessages = ['expected 1 to be 2']
  write('b', 'failed', '', passed, { title: 'two', status: 'failed', failureMessages })
  write('c', 'failed', '', passed, { title: 'three', status: 'pending' })
  write('d', 'failed', 'no such module')
  return folder
}

it('reads passed titles only, of every run in the folder', () => {
  expect(readResults(writeReports(), '/x')).toEqual(
    new Map([
      ['test/a.test.ts', new Set(['one', 'block'])],
      ['test/b.test.ts', new Set(['one', 'block'])],
      ['test/c.test.ts', new Set(['one', 'block'])],
      ['test/d.test.ts', new Set()],
    ]),
  )
})

it('tells of what failed, with its reason', () => {
  expect(readFailures(writeReports(), '/x')).toEqual([
    'test/b.test.ts > block > two\nexpected 1 to be 2',
    'test/c.test.ts: 1 tests did not end, first: three\n',
    'test/d.test.ts: 0 tests did not end\nno such module',
  ])
})
