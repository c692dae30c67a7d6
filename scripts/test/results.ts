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
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
})

/** Of the message and stack of one failure. */
const SHOWN_CHARACTERS = 1_500

/** Titles that passed, by test file relative to the project: of tests and of the blocks around them. */
export type PassedTitles = ReadonlyMap<string, ReadonlySet<string>>

export function readResults(folder: string, root = process.cwd()): PassedTitles {
  const passed = new Map<string, Set<string>>()
  for (const { name, assertionResults } of filesOf(folder)) {
    const titles = passed.get(relative(root, name)) ?? new Set()
    passed.set(relative(root, name), titles)
    for (const { status, title, ancestorTitles } of assertionResults) {
      if (status === 'passed') for (const each of [title, ...ancestorTitles]) titles.add(each)
    }
  }
  return passed
}

/** The tests that failed, a few lines each: the output of a whole run is too long to look for them. */
export function readFailures(folder: string, root = process.cwd()): readonly string[] {
  return filesOf(folder).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title, ancestorTitles, failureMessages }) => {
        const path = [relative(root, name), ...ancestorTitles, title].join(' > ')
        return `${path}\n${failureMessages.join('\n').slice(0, SHOWN_CHARACTERS)}`
      }),
  )
}

const filesOf = (folder: string): z.infer<typeof Results>['testResults'] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((report) => {
      return Results.parse(JSON.parse(readFileSync(join(folder, report), 'utf8'))).testResults
    })
