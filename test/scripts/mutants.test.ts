import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { EQUIVALENT } from '../../scripts/mutate/equivalent.ts'
import { mutantsOf } from '../../scripts/mutate/mutants.ts'
import { resultWith } from '../../scripts/mutate/result.ts'

it.each(EQUIVALENT)('leaves out a change that there is: $file, $says', ({ file, says }) => {
  expect(mutantsOf(readFileSync(file, 'utf8')).map((mutant) => mutant.says)).toContain(says)
})

it('makes no change of what is only told to readers', () => {
  const source = "const A = { probes: ['GET'], paths: ['/a'] }"
  expect(mutantsOf(source).map(({ says }) => says)).toEqual(["without '/a'"])
})

it('keeps the lines of other files, and says which were not run', () => {
  const [a, b, c] = ['src/scanner/payloads/a.ts', 'src/scanner/payloads/b.ts', 'src/scanner/c.ts']
  const [mutant] = mutantsOf("const A = ['/a']")
  if (mutant === undefined) throw new Error('a list has an element to leave out')
  const entry = (file: string, isNoticed: boolean) => ({ file, outcomes: [{ mutant, isNoticed }] })
  const first = resultWith('', entry(a, false), [a, b, c])
  const second = resultWith(first, entry(b, true), [a, b, c])
  expect(second).toContain('\n1 of 2 changes were noticed; ')
  expect(
    second
      .split('\n')
      .filter((line) => /^(?:\||-).*\.ts/.test(line))
      .slice(0, 4),
  ).toEqual([
    '| payloads/a.ts | 0 of 1 |  |',
    '| payloads/b.ts | 1 of 1 |  |',
    '| c.ts | not run | not run |',
    `- ${a}: \`without '/a'\``,
  ])
})
