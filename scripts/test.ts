import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { API_DOCUMENT } from '../test/spec/api-document.ts'
import { DECISIONS } from '../test/spec/decisions.ts'
import { TABLES } from '../test/spec/tables.ts'
import { runSteps, toolFile, type Step, type StepResult } from './steps.ts'
import { readFailures, readResults } from './test/results.ts'
import { untraced } from './test/traced.ts'

// Every test there is, tier by tier, and then: did each sentence of the contract have its proof run?

const ROOT = join(import.meta.dirname, '..')
const tier = (...projects: readonly string[]): Step => ({
  name: projects.join(' '),
  file: toolFile('vitest'),
  args: ['run', ...projects.flatMap((project) => ['--project', project])],
})
/** The longest first: while it waits, the others work. */
const TOGETHER: readonly Step[] = [
  tier('e2e'),
  { name: 'verify', file: 'scripts/verify.ts', args: [] },
  tier('workers', 'workers-local'),
  tier('range'),
]
const AT_ONCE = 3
/** Measures time: three files at once, and nothing beside them. */
const ALONE: readonly Step[] = [tier('timing')]

/** Set by .ci/run, which adds the results up; otherwise a folder of our own. */
const given = process.env['PALISADE_TEST_RESULTS']
const folder = given ?? mkdtempSync(join(tmpdir(), 'palisade-results-'))

process.env['PALISADE_TEST_RESULTS'] = folder

const run = (steps: readonly Step[]): Promise<readonly StepResult[]> =>
  runSteps(steps, { root: ROOT, atOnce: AT_ONCE, isLoud: true, print: (line) => console.log(line) })

const SHOWN_CHARACTERS = 3_000
const endOf = (output: string): string => output.slice(-SHOWN_CHARACTERS)

/** What the contract asks for and no passed test of this run proves, a line each. */
function tracesHold(): boolean {
  const missing = untraced([...API_DOCUMENT, ...DECISIONS, ...TABLES], readResults(folder))
  for (const line of missing) console.error(`not proved in this run: ${line}`)
  if (missing.length === 0) console.log('ok    every row of the contract has a proof that ran')
  return missing.length === 0
}

try {
  const failed = [...(await run(TOGETHER)), ...(await run(ALONE))]
  // Again, at the end: of a long output people are shown the last part.
  for (const { name, output } of failed) console.error(`${name} ended with:\n${endOf(output)}`)
  for (const failure of readFailures(folder)) console.error(`failed: ${failure}`)
  process.exitCode = failed.length === 0 && tracesHold() ? 0 : 1
} finally {
  if (given === undefined) rmSync(folder, { recursive: true, force: true })
}
