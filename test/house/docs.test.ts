import { existsSync, globSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'

import { filesOf, textOf } from './sources.ts'

const DOCS = filesOf(
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/**/*.md',
)

/** A path below one of our folders, with globs, `{a,b}` and `<placeholders>`. */
const CITED =
  /(?<![\w./@:<-])(?:src|test|cli|scripts|bench|migrations)\/(?:[\w.*/$-]|\{[\w.,/-]+\}|<[\w-]+>)*/g
const LINK = /\]\(([^)\s]+)\)/g

/** Sentences end in dots and paths in slashes; neither is part of the name. */
const citedIn = (text: string): readonly string[] =>
  [...text.matchAll(CITED)].map(([path]) => path.replace(/[./]+$/, ''))

/** `<id>` stands for any part of one segment. */
const exists = (cited: string): boolean => globSync(cited.replaceAll(/<[\w-]+>/g, '*')).length > 0

/** Targets of links to files beside the document; a fragment is not looked at. */
const linkedIn = (doc: string, text: string): readonly string[] =>
  [...text.matchAll(LINK)]
    .map(([, target = '']) => target.split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(doc), target))

it('finds the paths that a text cites', () => {
  const text =
    'See `src/limits.ts`, src/scanner/checks/<phase>/<id>.ts and test/{house,support}/*.ts. ' +
    'Not https://host/src/nothing.ts, not ../src/nothing.ts, not api/src/nothing; cli/ is one.'
  expect(citedIn(text)).toEqual([
    'src/limits.ts',
    'src/scanner/checks/<phase>/<id>.ts',
    'test/{house,support}/*.ts',
    'cli',
  ])
})

it.each([
  ['src/limits.ts', true],
  ['src/scanner/checks', true],
  ['src/scanner/checks/<phase>/<id>.ts', true],
  ['test/{house,support}/*.ts', true],
  ['src/limit.ts', false],
  ['src/<room>/none.ts', false],
  ['src/nowhere/*', false],
])('%s exists: %s', (cited, expected) => {
  expect(exists(cited)).toBe(expected)
})

describe('every path that a document names exists', () => {
  it.each(DOCS)('%s', (doc) => {
    const text = textOf(doc)
    const stale = [
      ...citedIn(text).filter((path) => !exists(path)),
      ...linkedIn(doc, text).filter((path) => !existsSync(path)),
    ]
    expect([...new Set(stale)]).toEqual([])
  })
})
