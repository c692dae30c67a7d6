import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { EQUIVALENT } from './mutate/equivalent.ts'
import { mutantsOf, type Mutant } from './mutate/mutants.ts'
import { makeRunner, type Verdict } from './mutate/runner.ts'

/**
 * `npm run mutate -- [name…]`: leaves out each payload and each confirmation step of a check, one at a
 * time, and says which of them no test misses. A name is the id of a check or a file of payloads or of
 * support; without names, all of them, and the result is kept.
 */
type Subject = Readonly<{ file: string; tests: readonly string[] }>
type Outcome = Readonly<{ file: string; mutant: Mutant; verdict: Verdict }>

const IMPORT = /from '(\.\.?\/[^']+)'/g
const CRAFT = /^src\/scanner\/(?:payloads|checks\/support)\//
const ENDING = /(?:\.test)?\.ts$/
const RESULT = 'bench/results/mutation.md'
const wanted = process.argv.slice(2)
const subjects = subjectsOf(
  globSync('src/scanner/checks/{passive,origin,page,input,stored}/*.ts').toSorted(),
)

/** Each check with its table test, and each file of payloads and of support with the tests of all who use it. */
function subjectsOf(checks: readonly string[]): readonly Subject[] {
  const tests = new Map<string, string[]>()
  for (const check of checks) {
    for (const path of reachOf(check)) {
      const own = tests.get(path) ?? supportTestsOf(path)
      tests.set(path, [...own, `test/checks/${basename(check, '.ts')}.test.ts`])
    }
  }
  return [...tests].map(([file, own]) => ({ file, tests: own })).filter(isWanted)
}

/** By its own name; payloads by the names of the checks that send them, too. */
function isWanted({ file, tests }: Subject): boolean {
  const names = file.includes('/support/') ? [file] : [file, ...tests]
  return (
    wanted.length === 0 || names.some((path) => wanted.includes(basename(path).replace(ENDING, '')))
  )
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

/** Some tables have a test of their own beside those of the checks. */
function supportTestsOf(path: string): readonly string[] {
  return globSync('test/checks/support/*.test.ts')
    .toSorted()
    .filter((test) => readFileSync(test, 'utf8').includes(`/${basename(path)}'`))
}

/** Support has tables, too; its steps are shared craft, with tests of its own. */
const isOwn = (file: string, { kind }: Mutant): boolean =>
  kind === 'payload' || !file.includes('/support/')

const isEquivalent = (file: string, { says }: Mutant): boolean =>
  EQUIVALENT.some((known) => known.file === file && known.says === says)

async function examine({ file, tests }: Subject): Promise<readonly Outcome[]> {
  const mutants = mutantsOf(readFileSync(file, 'utf8')).filter(
    (mutant) => isOwn(file, mutant) && !isEquivalent(file, mutant),
  )
  const runner = await makeRunner(tests)
  const outcomes: Outcome[] = []
  try {
    if (!(await runner.passes())) throw new Error(`${tests.join(', ')}: fails as it is`)
    for (const mutant of mutants) {
      const verdict = await runner.judge(file, mutant)
      outcomes.push({ file, mutant, verdict })
      if (verdict === 'survived') console.log(`survived  ${file}: ${mutant.says}`)
    }
  } finally {
    await runner.close()
  }
  return outcomes
}

const isNoticed = ({ verdict }: Outcome): boolean => verdict !== 'survived'

const all: Outcome[] = []
for (const subject of subjects) {
  const outcomes = await examine(subject)
  all.push(...outcomes)
  console.log(`${outcomes.filter(isNoticed).length} of ${outcomes.length} noticed: ${subject.file}`)
}
if (wanted.length === 0) writeFileSync(RESULT, resultOf(all))
process.exit(all.every(isNoticed) ? 0 : 1)

function resultOf(outcomes: readonly Outcome[]): string {
  const rows = subjects.map(({ file }) => {
    const own = outcomes.filter((outcome) => outcome.file === file)
    const of = (kind: Mutant['kind']): string => {
      const some = own.filter(({ mutant }) => mutant.kind === kind)
      return some.length === 0 ? '' : `${some.filter(isNoticed).length} of ${some.length}`
    }
    return `| ${file.replace('src/scanner/', '')} | ${of('payload')} | ${of('step')} |`
  })
  const quote = (text: string): string => `\`${text.replaceAll('`', "'")}\``
  const missed = outcomes
    .filter((outcome) => !isNoticed(outcome))
    .map(({ file, mutant }) => `- ${file}: ${quote(mutant.says)}`)
  const known = EQUIVALENT.map(({ file, says, why }) => `- ${file}: ${quote(says)}: ${why}`)
  return `${[
    '# What the tests of the checks notice',
    'Made by `npm run mutate`: each payload and each confirmation step was left out once, and the table tests of the checks that use it were run.',
    ['| file | payloads noticed | steps noticed |', '|---|---|---|', ...rows].join('\n'),
    '## Not noticed',
    missed.join('\n') || 'None.',
    '## Left out: the change makes no difference to what is reported',
    known.join('\n') || 'None.',
  ].join('\n\n')}\n`
}
