import { join } from 'node:path'

import { runSteps, toolFile, type Step } from './steps.ts'

/** The longest first: the others run beside it. */
const STEPS: readonly Step[] = [
  { name: 'tests', file: toolFile('vitest'), args: ['run', '--project', 'node'] },
  { name: 'types', file: toolFile('tsc'), args: ['--noEmit', '--pretty', 'false'] },
  { name: 'lint', file: toolFile('oxlint'), args: ['--type-aware'] },
  { name: 'format', file: toolFile('oxfmt'), args: ['--check'] },
]
/** One beside the tests; they have workers of their own. */
const AT_ONCE = 2

const [unknown] = process.argv.slice(2)
if (unknown === undefined) {
  const root = join(import.meta.dirname, '..')
  const failed = await runSteps(STEPS, {
    root,
    atOnce: AT_ONCE,
    print: (line) => console.log(line),
  })
  process.exitCode = failed.length === 0 ? 0 : 1
} else {
  console.error(`verify: unknown argument ${unknown}. It takes none: npm run verify`)
  process.exitCode = 2
}
