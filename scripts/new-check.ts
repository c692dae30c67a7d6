import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

import { checkFile, constantOf, PHASES, testFile, type Phase } from './new-check/templates.ts'
import { register } from './new-check/register.ts'

const USAGE = `usage: npm run new:check <id> [-- --phase ${PHASES.join('|')}]`
/** interfaces.md: stable, and the name of the file, its test and its doc page. */
const ID = /^[a-z0-9]+(\.[a-z0-9_]+)*$/
const INDEX = 'src/scanner/checks/index.ts'

class UsageError extends Error {}

type Request = Readonly<{ id: string; phase: Phase }>

function requestOf(argv: readonly string[]): Request {
  const { values, positionals } = parsed(argv)
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) throw new UsageError(USAGE)
  if (!ID.test(id)) throw new UsageError(`${id} is not an id like header.hsts (${ID.source})`)
  const phase = PHASES.find((each) => each === values.phase)
  if (phase === undefined) throw new UsageError(`--phase is one of ${PHASES.join(', ')}`)
  return { id, phase }
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { phase: { type: 'string', default: 'input' } },
    })
  } catch (cause) {
    throw new UsageError(USAGE, { cause })
  }
}

/** Writes the check, its empty table and its line in the registry; answers the paths. */
function scaffold({ id, phase }: Request, root: string): readonly string[] {
  const check = `src/scanner/checks/${phase}/${id}.ts`
  const test = `test/checks/${id}.test.ts`
  const taken = [...PHASES.map((each) => `src/scanner/checks/${each}/${id}.ts`), test].find(
    (path) => existsSync(join(root, path)),
  )
  if (taken !== undefined) throw new UsageError(`${id} exists already: ${taken}`)
  const index = register(readFileSync(join(root, INDEX), 'utf8'), {
    name: constantOf(id),
    path: `./${phase}/${id}.ts`,
  })
  mkdirSync(dirname(join(root, check)), { recursive: true })
  writeFileSync(join(root, check), checkFile(id, phase))
  writeFileSync(join(root, test), testFile(id, phase))
  writeFileSync(join(root, INDEX), index)
  return [check, test, INDEX]
}

try {
  const root = process.cwd()
  const written = scaffold(requestOf(process.argv.slice(2)), root)
  execFileSync(process.execPath, [join(root, 'node_modules/.bin/oxfmt'), ...written], { cwd: root })
  console.log(`Written: ${written.join(', ')}`)
  console.log('Fill both tables and the texts; npm run verify says what is missing.')
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`new:check: ${error.message}`)
  process.exitCode = 2
}
