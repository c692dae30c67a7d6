import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { EQUIVALENT } from './mutate/equivalent.ts'
import { mutantsOf, type Mutant } from './mutate/mutants.ts'
import { resultWith, type Outcome } from './mutate/result.ts'
import { makeRunner } from './mutate/runner.ts'

/**
 * `npm run mutate -- [name…]`: leaves out each payload and each confirmation step of a check, one at a
 * time, and says which of them no test misses. A name is the id of a check or a file of payloads or of
 * support; without names, all of them. The result of each is kept.
 */
type Subject = Readonly<{ file: string; tests: readonly string[]; mutants: readonly Mutant[] }>

const IMPORT = /from '(\.\.?\/[^']+)'/g
const CRAFT = /^src\/scanner\/(?:payloads|checks\/support)\//
const ENDING = /(?:\.test)?\.ts$/
const RESULT = 'bench/results/mutation.md'
const wanted = process.argv.slice(2)
const subjects = subjectsOf(
  globSync('src/scanner/checks/{passive,origin,page,input,script,stored}/*.ts').toSorted(),
)

/** Each check with its table test, and each file of payloads and of support with the tests of all who use it. */
function subjectsOf(checks: readonly string[]): readonly Subject[] {
  const tests = new Map<string, string[]>()
  for (const check of checks) {
    for (const path of reachOf(check)) {
      const own = tests.get(path) ?? supportTestsOf(path)
      tests.set(path, [...own, ...tablesOf(check)])
    }
  }
  return [...tests]
    .map(([file, own]) => ({ file, tests: own, mutants: changesOf(file) }))
    .filter(({ mutants }) => mutants.length > 0)
}

/** The table of a check, and what it has besides: `<id>.<subject>.test.ts`. */
function tablesOf(check: string): readonly string[] {
  return globSync(`test/checks/${basename(check, '.ts')}{,.*}.test.ts`).toSorted()
}

/** By its own name; payloads by the names of the checks that send them, too. */
function isWanted({ file, tests }: Subject): boolean {
  const users = file.includes('/support/')
    ? []
    : tests.filter((path) => !path.includes('/support/'))
  const names = [file, ...users].map((path) => basename(path).replace(ENDING, ''))
  return wanted.length === 0 || names.some((name) => wanted.includes(name))
}

/** A check, and the payloads and the support that it leads to. */
function reachOf(file: string, known: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  if (known.has(file)) return known
  const imports = [...readFileSync(file, 'utf8').matchAll(IMPORT)]
  return imports
    .map(([, path = '']) => join(dirname(file), path))
    .filter((path) => CRAFT.test(path))
    .reduce<ReadonlySet<string>>(
      (reached, path) => reachOf(path, reached),
      new Set([...known, file]),
    )
}

/** Support has tests of its own beside those of the checks. How long hostile pages take says nothing of steps. */
function supportTestsOf(path: string): readonly string[] {
  return globSync('test/checks/support/*.test.ts')
    .toSorted()
    .filter((test) => basename(test) !== 'hostile.test.ts' && reachOf(test).has(path))
}

function changesOf(file: string): readonly Mutant[] {
  const equivalent = EQUIVALENT.filter((known) => known.file === file).map(({ says }) => says)
  return mutantsOf(readFileSync(file, 'utf8')).filter(({ says }) => !equivalent.includes(says))
}

async function examine({ file, tests, mutants }: Subject): Promise<readonly Outcome[]> {
  const runner = await makeRunner(tests)
  const outcomes: Outcome[] = []
  try {
    if (!(await runner.passes())) throw new Error(`${tests.join(', ')}: fails as it is`)
    for (const mutant of mutants) {
      const verdict = await runner.judge(file, mutant)
      outcomes.push({ mutant, isNoticed: verdict !== 'survived' })
      if (verdict !== 'killed') console.log(`${verdict}  ${file}: ${mutant.says}`)
    }
  } finally {
    await runner.close()
  }
  return outcomes
}

let missed = 0
for (const subject of subjects.filter(isWanted)) {
  const { file } = subject
  const outcomes = await examine(subject)
  const noticed = outcomes.filter(({ isNoticed }) => isNoticed).length
  missed += outcomes.length - noticed
  console.log(`${noticed} of ${outcomes.length} noticed: ${file}`)
  const files = subjects.map((each) => each.file)
  writeFileSync(RESULT, resultWith(readFileSync(RESULT, 'utf8'), { file, outcomes }, files))
}
process.exit(missed === 0 ? 0 : 1)
