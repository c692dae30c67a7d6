import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { readResults } from '../../scripts/test/results.ts'
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

it('reads passed titles only, of every run in the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palisade-traced-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const report = (file: string, title: string, status: string) => ({
    testResults: [
      { name: `/x/test/${file}`, assertionResults: [{ ancestorTitles: ['block'], title, status }] },
    ],
  })
  writeFileSync(join(folder, '1.json'), JSON.stringify(report('a.test.ts', 'one', 'passed')))
  writeFileSync(join(folder, '2.json'), JSON.stringify(report('b.test.ts', 'two', 'failed')))
  expect(readResults(folder, '/x')).toEqual(
    new Map([
      ['test/a.test.ts', new Set(['one', 'block'])],
      ['test/b.test.ts', new Set()],
    ]),
  )
})
