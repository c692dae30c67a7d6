import { precision, recall, scoreOf, type Found, type Score } from './score.ts'
import type { Expected, Truth } from './truth.ts'

export type AppResult = Readonly<{
  app: string
  truth: Truth
  found: readonly Found[]
  score: Score
  seconds: number
  /** As the app counted them. */
  requests: number
  dangerous: number
  /** Requests that changed what the app keeps: submissions of its forms, and nothing else. */
  stateChanging: number
  /** Rows that some of its scans had and others had not. */
  differing: readonly Found[]
  /** As the scan's coverage counts them, by check. */
  efforts: ReadonlyMap<string, Effort>
}>

/** What a check cost; seconds are added up over lanes that ran side by side. */
export type Effort = Readonly<{ requests: number; seconds: number }>

const HEADS = ['app', 'check', 'expected', 'met', 'wrong', 'precision', 'recall', 'requests', 's']

/** A table for people, or one JSON document; then what was missed and what was wrong. */
export function printScoreboard(
  results: readonly AppResult[],
  total: Score,
  passed: boolean,
  asJson: boolean,
): void {
  if (asJson) return console.log(JSON.stringify(toJson(results, total, passed), null, 2))
  const rows = results.flatMap((result) => [
    [result.app, 'all', ...figures(result.score), `${result.requests}`, result.seconds.toFixed(1)],
    ...checksOf(result).map(({ id, score, requests, seconds }) => [
      '',
      id,
      ...figures(score),
      `${requests}`,
      seconds.toFixed(1),
    ]),
  ])
  printTable([HEADS, ...rows, ['total', '', ...figures(total), '', '']])
  for (const { app, score, dangerous, stateChanging, differing } of results) {
    for (const entry of score.missed)
      console.log(`missed  ${app}: ${place(entry)} (${entry.cause})`)
    for (const { found, why } of score.wrong)
      console.log(`wrong   ${app}: ${place(found)} (${why})`)
    if (stateChanging > 0) console.log(`state   ${app}: ${stateChanging} form submissions`)
    for (const row of differing) console.log(`differs ${app}: ${place(row)} (not in every scan)`)
    if (dangerous > 0) console.log(`danger  ${app}: ${dangerous} hits on logout, delete or pay`)
  }
  console.log(passed ? 'passed' : 'failed')
}

const figures = (score: Score): string[] => [
  `${score.expected}`,
  `${score.met}`,
  `${score.wrong.length}`,
  precision(score).toFixed(3),
  recall(score).toFixed(3),
]

const checksOf = ({ truth, found, efforts }: AppResult) =>
  [...new Set([...efforts.keys(), ...truth.expected.map(({ check_id }) => check_id)])]
    .sort()
    .map((id) => ({
      id,
      score: scoreOf(truth, found, id),
      requests: efforts.get(id)?.requests ?? 0,
      seconds: efforts.get(id)?.seconds ?? 0,
    }))

const place = (entry: Found | Expected): string =>
  [entry.check_id, entry.method, entry.path, entry.parameter].filter(Boolean).join(' ')

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(cells.join('  '))
  }
}

const toJson = (results: readonly AppResult[], total: Score, passed: boolean) => ({
  passed,
  precision: precision(total),
  recall: recall(total),
  apps: results.map((result) => ({
    app: result.app,
    precision: precision(result.score),
    recall: recall(result.score),
    seconds: result.seconds,
    requests: result.requests,
    dangerous: result.dangerous,
    state_changing: result.stateChanging,
    differing: result.differing,
    missed: result.score.missed,
    wrong: result.score.wrong,
    checks: checksOf(result).map(({ id, score, requests, seconds }) => ({
      check_id: id,
      expected: score.expected,
      met: score.met,
      precision: precision(score),
      recall: recall(score),
      requests,
      seconds,
    })),
  })),
})
