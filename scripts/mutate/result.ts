import { EQUIVALENT } from './equivalent.ts'
import type { Mutant } from './mutants.ts'

/** What the tests made of one change. */
export type Outcome = Readonly<{ mutant: Mutant; isNoticed: boolean }>
/** What stands in the result for one file: its row, and what no test noticed. */
type Entry = Readonly<{ row: string; missed: readonly string[] }>

const LEFT_OUT = '## Left out: the change makes no difference to what is reported'

/** The kept result with new lines for one file; of `files` only, in their order. */
export function resultWith(
  kept: string,
  { file, outcomes }: Readonly<{ file: string; outcomes: readonly Outcome[] }>,
  files: readonly string[],
): string {
  const entries = files.map((path) =>
    path === file ? entryOf(file, outcomes) : keptOf(path, kept),
  )
  const missed = entries.flatMap((entry) => entry.missed)
  const known = EQUIVALENT.map(({ file: path, says, why }) => `${missOf(path, says)}: ${why}`)
  return `${[
    '# What the tests of the checks notice',
    'Made by `npm run mutate`: each payload and each confirmation step was left out once, and the tests of the checks that use it were run.',
    totalOf(entries),
    [
      '| file | payloads noticed | steps noticed |',
      '|---|---|---|',
      ...entries.map(({ row }) => row),
    ].join('\n'),
    '## Not noticed',
    missed.join('\n') || 'None.',
    LEFT_OUT,
    known.join('\n') || 'None.',
  ].join('\n\n')}\n`
}

/** Of the rows as they stand: a file that was not run counts nothing. */
function totalOf(entries: readonly Entry[]): string {
  const counts = entries.flatMap(({ row }) => [...row.matchAll(/(\d+) of (\d+)/g)])
  const sum = (which: 1 | 2): number => counts.reduce((all, count) => all + Number(count[which]), 0)
  return `${sum(1)} of ${sum(2)} changes were noticed; ${EQUIVALENT.length} others make no difference and were left out.`
}

const rowOf = (file: string): string => `| ${file.replace('src/scanner/', '')} | `
const missOf = (file: string, says: string): string => `- ${file}: \`${says.replaceAll('`', "'")}\``

function entryOf(file: string, outcomes: readonly Outcome[]): Entry {
  const of = (kind: Mutant['kind']): string => {
    const some = outcomes.filter(({ mutant }) => mutant.kind === kind)
    const noticed = some.filter(({ isNoticed }) => isNoticed)
    return some.length === 0 ? '' : `${noticed.length} of ${some.length}`
  }
  return {
    row: `${rowOf(file)}${of('payload')} | ${of('step')} |`,
    missed: outcomes
      .filter(({ isNoticed }) => !isNoticed)
      .map(({ mutant }) => missOf(file, mutant.says)),
  }
}

function keptOf(file: string, kept: string): Entry {
  const lines = (kept.split(LEFT_OUT, 1)[0] ?? '').split('\n')
  return {
    row: lines.find((line) => line.startsWith(rowOf(file))) ?? `${rowOf(file)}not run | not run |`,
    missed: lines.filter((line) => line.startsWith(`- ${file}: `)),
  }
}
