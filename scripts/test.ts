import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { API_DOCUMENT } from '../test/spec/api-document.ts'
import { DECISIONS } from '../test/spec/decisions.ts'
import { TABLES } from '../test/spec/tables.ts'
import { readResults } from './test/results.ts'
import { untraced } from './test/traced.ts'

// Every test there is, tier by tier, and then: did each sentence of the contract have its proof run?

const ROOT = join(import.meta.dirname, '..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const TIERS: readonly (readonly string[])[] = [
  [join(ROOT, 'scripts/verify.ts')],
  [VITEST, 'run', '--project', 'workers'],
  [VITEST, 'run', '--project', 'e2e'],
]

/** Set by .ci/run, which adds the results up; otherwise a folder of our own. */
const given = process.env['PALISADE_TEST_RESULTS']
const folder = given ?? mkdtempSync(join(tmpdir(), 'palisade-results-'))

const passes = (args: readonly string[]): boolean =>
  spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PALISADE_TEST_RESULTS: folder },
  }).status === 0

/** What the contract asks for and no passed test of this run proves, a line each. */
function tracesHold(): boolean {
  const missing = untraced([...API_DOCUMENT, ...DECISIONS, ...TABLES], readResults(folder))
  for (const line of missing) console.error(`not proved in this run: ${line}`)
  if (missing.length === 0) console.log('ok    every row of the contract has a proof that ran')
  return missing.length === 0
}

try {
  process.exitCode = TIERS.every(passes) && tracesHold() ? 0 : 1
} finally {
  if (given === undefined) rmSync(folder, { recursive: true, force: true })
}
