import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isKept, keep, toLine, type Bench, type Measured } from './support/result.ts'

const SUFFIX = '.bench.ts'
const wanted = process.argv.slice(2)
const known = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .sort()
const unknown = wanted.filter((name) => !known.includes(name))

if (unknown.length > 0) {
  console.error(`No bench ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  process.exitCode = 2
} else {
  const chosen = known.filter((name) => wanted.length === 0 || wanted.includes(name))
  const [only, ...others] = chosen
  if (only !== undefined && others.length === 0) await runHere(only)
  else for (const name of chosen) runApart(name)
}

/** In a process of its own: what one bench leaves behind must not touch the next one's figures. */
function runApart(name: string): void {
  const script = join(import.meta.dirname, 'run.ts')
  const { status } = spawnSync(process.execPath, [script, name], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

async function runHere(name: string): Promise<void> {
  const bench: Bench = await import(join(import.meta.dirname, `${name}${SUFFIX}`))
  const figures = await bench.run()
  const at = new Date()
  await keep(
    name,
    figures.map((figure) => toLine(figure, at)),
  )
  for (const figure of figures) print(figure, at)
}

function print(figure: Measured, at: Date): void {
  const { name, value, floor, ratio, unit } = toLine(figure, at)
  const beside = floor === null ? '' : `floor ${floor} ${unit}  ratio ${ratio}`
  const verdict = isKept(figure) ? '' : `  FAILS: at ${figure.limit?.kind} ${figure.limit?.than}`
  console.log(`${name.padEnd(36)} ${`${value} ${unit}`.padStart(16)}  ${beside}${verdict}`)
  if (!isKept(figure)) process.exitCode = 1
}
