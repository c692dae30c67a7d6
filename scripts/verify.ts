import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const ROOT = dirname(import.meta.dirname)
const HELP = `Checks format, lint, types and the tests of pure code; the tree is fit to be committed if it passes.

  npm run verify`

export type Step = Readonly<{ name: string; args: readonly string[] }>

const tool = (name: string, bin: string, ...args: readonly string[]): Step => ({
  name,
  args: [join(ROOT, 'node_modules/.bin', bin), ...args],
})

/** Lanes run side by side, the steps of a lane one after another: two cores have no use for more. */
const LANES: readonly (readonly Step[])[] = [
  [
    tool('format', 'oxfmt', '--check'),
    tool('lint', 'oxlint', '--type-aware'),
    tool('types', 'tsc', '--noEmit'),
  ],
  [tool('tests', 'vitest', 'run', '--project', 'node', '--reporter', 'dot')],
]

type Done = Readonly<{ step: Step; passed: boolean; seconds: number; output: string }>

function run(step: Step): Promise<Done> {
  const startedAt = performance.now()
  const output: string[] = []
  const child = spawn(process.execPath, step.args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  }
  return new Promise((resolve) => {
    const end = (passed: boolean) =>
      resolve({
        step,
        passed,
        seconds: (performance.now() - startedAt) / 1000,
        output: stripVTControlCharacters(output.join('')).trim(),
      })
    child.on('error', (error) => {
      output.push(String(error))
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}

/** What a test run says of its number, so that skipped ones are seen. */
const countOf = (output: string): string => /^ *Tests +(.+)$/m.exec(output)?.[1] ?? ''

function tell({ step, passed, seconds, output }: Done, print: (line: string) => void): void {
  const head = `${passed ? 'ok  ' : 'FAIL'} ${step.name.padEnd(7)} ${seconds.toFixed(1).padStart(6)} s`
  print(`${head}  ${countOf(output)}`.trimEnd())
  if (!passed) print(`\n${output}\n`)
}

/** Runs every step to its end, also after a failure; true when all passed. */
export async function verify(
  lanes: readonly (readonly Step[])[],
  print: (line: string) => void,
): Promise<boolean> {
  const passed = await Promise.all(
    lanes.map(async (lane) => {
      let all = true
      for (const step of lane) {
        const done = await run(step)
        tell(done, print)
        all &&= done.passed
      }
      return all
    }),
  )
  return passed.every(Boolean)
}

async function main(args: readonly string[]): Promise<number> {
  const [first] = args
  if (first === '--help' || first === '-h') {
    console.log(HELP)
    return 0
  }
  if (first !== undefined) {
    console.error(`Unknown option ${first}.\n\n${HELP}`)
    return 2
  }
  const startedAt = performance.now()
  const passed = await verify(LANES, console.log)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(passed ? `Verified in ${seconds} s` : `Not verified (${seconds} s)`)
  return passed ? 0 : 1
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
