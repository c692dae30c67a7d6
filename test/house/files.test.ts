import { expect, it } from 'vitest'

import { readSources, type Source } from './sources.ts'

const MOST_LINES = 250
/** `index.ts` wires and does nothing else (ARCHITECTURE.md). */
const MOST_LINES_OF_INDEX = 80
/** A head comment that says why this file is longer: `// Over 250 lines because …`. */
const REASON = /^(?:\/\/|\/\*\*?)\s*(?:\n\s*\*\s*)?Over 250 lines because \S/

const linesOf = (text: string): number => text.trimEnd().split('\n').length

function tooLong(source: Source): readonly string[] {
  const lines = linesOf(source.text)
  const most = source.path === 'src/index.ts' ? MOST_LINES_OF_INDEX : MOST_LINES
  if (lines <= most || REASON.test(source.text)) return []
  return [`${source.path}: ${lines} lines, at most ${most}`]
}

it('keeps files short, or says at their head why not', () => {
  expect(readSources('src', 'cli', 'scripts', 'bench').flatMap(tooLong)).toEqual([])
})

const long = 'const a = 1\n'.repeat(MOST_LINES + 1)

it.each([
  ['a long file', 'src/report/a.ts', long],
  ['a reason that is not at the head', 'src/report/a.ts', `${long}// Over 250 lines because so`],
  ['a reason that says nothing', 'src/report/a.ts', `// Over 250 lines because\n${long}`],
  ['a composition root with logic', 'src/index.ts', long.slice(0, 12 * 81)],
])('refuses %s', (_, path, text) => {
  expect(tooLong({ path, text })).toHaveLength(1)
})

it.each([
  ['a file at the limit', long.slice(12)],
  ['a long file with a reason', `// Over 250 lines because the table is one.\n${long}`],
  ['a long file with a reason in a block', `/**\n * Over 250 lines because of X.\n */\n${long}`],
])('allows %s', (_, text) => {
  expect(tooLong({ path: 'src/report/a.ts', text })).toEqual([])
})
