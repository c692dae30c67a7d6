import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Plugin } from 'vite'
import { createVitest, type Vitest } from 'vitest/node'

import type { Mutant } from './mutants.ts'

/** A mutant that makes a test run on for ever is noticed by that: this much longer than without it. */
const TIMES_LONGER = 10
const LEAST_MS = 60_000

export type Verdict = 'killed' | 'survived' | 'hung'
export type Runner = Readonly<{
  /** Runs the tests with one file changed. */
  judge(file: string, mutant: Mutant): Promise<Verdict>
  /** True when the tests pass as things are. */
  passes(): Promise<boolean>
  close(): Promise<void>
}>

/** Keeps one vitest for the tests of a check; between runs only the mutated file is read anew. */
export async function makeRunner(tests: readonly string[]): Promise<Runner> {
  let current: Readonly<{ path: string; mutant: Mutant }> | null = null
  const plugin: Plugin = {
    name: 'mutant',
    enforce: 'pre',
    load(id) {
      const path = id.split('?', 1)[0] ?? id
      if (path !== current?.path) return null
      const { start, end, text } = current.mutant
      const source = readFileSync(path, 'utf8')
      return source.slice(0, start) + text + source.slice(end)
    },
  }
  let vitest = await start(plugin, tests)
  let limitMs = LEAST_MS
  const run = async (): Promise<boolean> => {
    const specs = await vitest.globTestSpecifications()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs)
    if (testModules.length === 0) throw new Error(`no tests in ${tests.join(', ')}`)
    return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
  }
  return {
    async passes() {
      const began = performance.now()
      const isPassed = await run()
      limitMs = Math.max(LEAST_MS, TIMES_LONGER * (performance.now() - began))
      return isPassed
    },
    async judge(file, mutant) {
      current = { path: resolve(file), mutant }
      vitest.invalidateFile(current.path)
      const verdict = await within(run(), limitMs)
      if (verdict === null) {
        await kill(vitest)
        vitest = await start(plugin, tests)
      } else vitest.invalidateFile(current.path)
      current = null
      return verdict === null ? 'hung' : verdict ? 'survived' : 'killed'
    },
    close: () => vitest.close(),
  }
}

/** Twice, as one presses Ctrl+C: code that never waits does not hear the first, and the second ends its process. */
async function kill(vitest: Vitest): Promise<void> {
  const cancel = (): Promise<void> => vitest.cancelCurrentRun('test-failure')
  await Promise.allSettled([cancel(), cancel()])
  await vitest.close()
}

/** On its own: plugins given here do not reach the projects of vitest.config.ts. */
const start = (plugin: Plugin, tests: readonly string[]): Promise<Vitest> =>
  createVitest(
    {
      config: false,
      // A module kept from the last run would be the unchanged one.
      fsModuleCache: false,
      watch: false,
      reporters: [{}],
      include: [...tests],
      bail: 1,
      // A machine that does much else fails no test; what hangs ends by the limit above.
      testTimeout: LEAST_MS,
      maxWorkers: 1,
      // As in vitest.config.ts: each run has a worker of its own, in which the files share their modules.
      isolate: false,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      server: { deps: { inline: ['@pandatix/js-cvss'] } },
    },
    { plugins: [plugin] },
  )

async function within(run: Promise<boolean>, ms: number): Promise<boolean | null> {
  const { promise, resolve: end } = Promise.withResolvers<null>()
  const timer = setTimeout(() => end(null), ms)
  try {
    return await Promise.race([run, promise])
  } finally {
    clearTimeout(timer)
  }
}
