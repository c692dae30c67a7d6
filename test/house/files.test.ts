import { expect, it } from 'vitest'

import { filesOf, textOf } from './sources.ts'

const MAX_LINES = 250
/** First line of a file that is longer for a reason. */
const REASON = /^\/\/ Longer than 250 lines: \S.{20,}/
/** The composition root wires and decides nothing (architecture: index.ts). */
const MAX_ROOT_LINES = 80

const linesOf = (file: string): number => textOf(file).trimEnd().split('\n').length

it('keeps every file of src and cli under 250 lines, or says on its first line why not', () => {
  const long = filesOf('src/**/*.ts', 'cli/**/*.ts')
    .filter((file) => linesOf(file) > MAX_LINES && !REASON.test(textOf(file)))
    .map((file) => `${file}: ${linesOf(file)}`)
  expect(long).toEqual([])
})

it('keeps the composition root small', () => {
  expect(linesOf('src/index.ts')).toBeLessThan(MAX_ROOT_LINES)
})

it('imports with extension and has neither barrels nor default exports but the agreed ones', () => {
  const DEFAULTS = /^src\/(?:index\.ts|local\.ts|scanner\/checks\/\w+\/)/
  const offenders = filesOf('src/**/*.ts', 'cli/**/*.ts').flatMap((file) => {
    const text = textOf(file)
    const found = [
      /^export \*.*/m.exec(text)?.[0],
      DEFAULTS.test(file) ? undefined : /^export default.*/m.exec(text)?.[0],
      /^.* from '\.[^']*(?<!\.(?:ts|json|mjs|css|sql))'/m.exec(text)?.[0],
    ]
    return found.filter((line) => line !== undefined).map((line) => `${file}: ${line}`)
  })
  expect(offenders).toEqual([])
})
