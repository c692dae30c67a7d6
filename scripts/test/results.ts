import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'

/** What we read of the report that vitest's json reporter writes, one file per run. */
const Results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
        }),
      ),
    }),
  ),
})

/** Titles that passed, by test file relative to the project: of tests and of the blocks around them. */
export type PassedTitles = ReadonlyMap<string, ReadonlySet<string>>

export function readResults(folder: string, root = process.cwd()): PassedTitles {
  const passed = new Map<string, Set<string>>()
  const reports = readdirSync(folder).filter((name) => name.endsWith('.json'))
  for (const report of reports) {
    const { testResults } = Results.parse(JSON.parse(readFileSync(join(folder, report), 'utf8')))
    for (const { name, assertionResults } of testResults) {
      const titles = passed.get(relative(root, name)) ?? new Set()
      passed.set(relative(root, name), titles)
      for (const { status, title, ancestorTitles } of assertionResults) {
        if (status === 'passed') for (const each of [title, ...ancestorTitles]) titles.add(each)
      }
    }
  }
  return passed
}
