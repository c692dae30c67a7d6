import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { API_DOCUMENT } from './spec/api-document.ts'
import { DECISIONS } from './spec/decisions.ts'
import { linesOf, parseProof } from './spec/row.ts'
import { TABLES } from './spec/tables.ts'

const ROWS = [...API_DOCUMENT, ...DECISIONS, ...TABLES]
const DECISION_COUNT = 73
const TABLE_COUNT = 11
/** Where the contract lies; without it the tables are held to the tests alone. */
const SHARED = process.env['PALISADE_SHARED']

const read = new Map<string, string | null>()
function sourceOf(file: string): string | null {
  const known = read.get(file)
  if (known !== undefined) return known
  const text = existsSync(file) ? readFileSync(file, 'utf8') : null
  read.set(file, text)
  return text
}

/** A title as it stands in the source: after a quote, so that a part of another does not do. */
const hasTitle = (source: string, title: string): boolean =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted))

/** What is wrong with a row's proofs, in words; empty when each is there. */
function faultsOf(proofs: readonly string[]): readonly string[] {
  return proofs.flatMap((proof) => {
    const parsed = parseProof(proof)
    if (parsed.kind !== 'test') return []
    const source = sourceOf(parsed.file)
    if (source === null) return [`no file ${parsed.file}`]
    return hasTitle(source, parsed.title) ? [] : [`no "${parsed.title}" in ${parsed.file}`]
  })
}

describe('what is asked for', () => {
  it.each(ROWS.map(([source, what, ...proofs]) => [source, what, proofs] as const))(
    '%s: %s',
    (_source, _what, proofs) => {
      expect(proofs).not.toEqual([])
      expect(faultsOf(proofs)).toEqual([])
    },
  )

  it('is named once', () => {
    const names = ROWS.map(([source, what]) => `${source} ${what}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it.each([
    ['#', DECISION_COUNT],
    ['§', TABLE_COUNT],
  ])('has a row for each of %s1 to %i', (mark, count) => {
    const named = new Set(ROWS.map(([source]) => source))
    const expected = Array.from({ length: count }, (_, index) => `${mark}${index + 1}`)
    expect(expected.filter((source) => !named.has(source))).toEqual([])
  })
})

describe.skipIf(SHARED === undefined)('the contract', () => {
  const lines = (name: string): readonly string[] =>
    readFileSync(join(SHARED ?? '', 'spec', name), 'utf8').split('\n')

  it('has no sentence without a row', () => {
    const ranges = API_DOCUMENT.flatMap(([source]) => [linesOf(source) ?? []])
    const covered = (at: number) =>
      ranges.some(([first = 0, last = 0]) => first <= at && at <= last)
    const document = lines('000_dd6eb6667829cc6e.txt')
    const missing = document.flatMap((text, index) => {
      const at = index + 1
      return !isSentence(text, document[at] ?? '') || covered(at) ? [] : [`L${at}: ${text}`]
    })
    expect(missing).toEqual([])
  })

  it('has as many decisions and tables as are traced', () => {
    const decisions = lines('decisions.md').filter((line) => /^\| \d+ \|/.test(line))
    const tables = lines('tables.md').filter((line) => /^## \d+\. /.test(line))
    expect([decisions.length, tables.length]).toEqual([DECISION_COUNT, TABLE_COUNT])
  })
})

/** Says something: no blank line, heading, rule or head of a table, and does not lead one in. */
const isSentence = (line: string, next: string): boolean =>
  !/^(?:#|\|---|Rules:$|.*:$)/.test(line) && line.trim() !== '' && !next.startsWith('|---')

describe('a row is refused', () => {
  it('whose file or title is not there', () => {
    expect(faultsOf(['none/such › x'])).toEqual(['no file test/none/such.test.ts'])
    const title = ['made', 'up'].join(' ')
    expect(faultsOf([`spec › ${title}`])).toEqual([`no "${title}" in test/spec.test.ts`])
    expect(faultsOf(['spec › is named'])).toHaveLength(1)
    expect(faultsOf(['spec › is named once'])).toEqual([])
  })

  it('whose proof is no proof', () => {
    expect(() => faultsOf(['somewhere'])).toThrow('not a proof')
  })
})
