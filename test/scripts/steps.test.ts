import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { runStep, runSteps, toolFile, type Step } from '../../scripts/steps.ts'

let root = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'palisade-steps-'))
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  const tool =
    'console.log("said", ...process.argv.slice(3)); process.exit(Number(process.argv[2]))'
  writeFileSync(join(root, 'node_modules/.bin/tool'), tool)
})
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

const step = (name: string, code: number): Step => ({
  name,
  file: toolFile('tool'),
  args: [String(code), name],
})

const run = async (...steps: readonly Step[]) => {
  const lines: string[] = []
  const failed = await runSteps(steps, { root, atOnce: 2, print: (line) => lines.push(line) })
  return {
    failed: failed.map(({ name }) => name),
    lines: lines.map((line) => line.replace(/ +\d+\.\d s$/, '')),
  }
}

it('tells one line per step and keeps the output of good ones to itself', async () => {
  const { failed, lines } = await run(step('first', 0), step('second', 0), step('third', 0))
  expect(failed).toEqual([])
  expect(lines.toSorted()).toEqual(['ok    first', 'ok    second', 'ok    third'])
})

it('shows what a failing step said, and goes on with the others', async () => {
  const { failed, lines } = await run(step('bad', 3), step('good', 0))
  expect(failed).toEqual(['bad'])
  expect(lines.toSorted()).toEqual(['FAIL  bad', 'ok    good', 'said bad'])
})

it('shows what good ones said too when asked', async () => {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  await runSteps([step('good', 0)], { root, atOnce: 1, isLoud: true, print })
  expect(lines.at(-1)).toBe('said good')
})

it('fails when the tool is not there', async () => {
  const result = await runStep({ name: 'none', file: toolFile('no-such-tool'), args: [] }, root)
  expect(result).toMatchObject({ ok: false, name: 'none' })
  expect(result.output).toContain('no-such-tool')
})
