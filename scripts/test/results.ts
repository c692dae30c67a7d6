import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'

/** What we read of the report that vitest's json reporter writes, one file per run. */
const Results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
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

type FileResults = z.infer<typeof Results>['testResults'][number]

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

/**
 * The tests that failed, a few lines each: the output of a whole run is too long to look for them.
 * Of a file that failed without one (it could not be read, its process died): what never ended.
 */
export function readFailures(folder: string, root = process.cwd()): readonly string[] {
  return filesOf(folder).flatMap((file) => {
    const path = relative(root, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [brokenOff(path, file)]
    return failed.map(({ title, ancestorTitles, failureMessages }) => {
      const place = [path, ...ancestorTitles, title].join(' > ')
      return `${place}\n${failureMessages.join('\n').slice(0, SHOWN_CHARACTERS)}`
    })
  })
}

function brokenOff(path: string, { message, assertionResults }: FileResults): string {
  const open = assertionResults
    .filter(({ status }) => status !== 'passed')
    .map(({ title }) => title)
  const first = open[0] === undefined ? '' : `, first: ${open[0]}`
  return `${path}: ${open.length} tests did not end${first}\n${message.slice(0, SHOWN_CHARACTERS)}`
}

const filesOf = (folder: string): readonly FileResults[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((report) => {
      return Results.parse(JSON.parse(readFileSync(join(folder, report), 'utf8'))).testResults
    })
