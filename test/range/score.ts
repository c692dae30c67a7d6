import type { Clean, Expected, Truth } from './truth.ts'

/** One reported issue, as far as the truth speaks of it. */
export type Found = Readonly<{ check_id: string; method: string; path: string; parameter: string }>
export type Wrong = Readonly<{ found: Found; why: string }>

/** `expected` and `met` count the issues that must be reported; `right` counts reported rows. */
export type Score = Readonly<{
  expected: number
  met: number
  right: number
  missed: readonly Expected[]
  wrong: readonly Wrong[]
}>

/** Reported rows against the truth of the app that was scanned. */
export function score(truth: Truth, found: readonly Found[]): Score {
  const seen = new Set<string>()
  const met = new Set<Expected>()
  const wrong: Wrong[] = []
  for (const row of found) {
    const expected = truth.expected.find((entry) => isExpected(entry, row))
    const key = JSON.stringify([row.check_id, row.method, row.path, row.parameter])
    if (expected === undefined) wrong.push({ found: row, why: reasonAt(truth.clean, row) })
    // An issue of the whole origin may have several rows, one per directive or cookie.
    else if (seen.has(key) && expected.path !== null)
      wrong.push({ found: row, why: 'reported twice' })
    else met.add(expected)
    seen.add(key)
  }
  const musts = truth.expected.filter((entry) => entry.must)
  const missed = musts.filter((entry) => !met.has(entry))
  return {
    expected: musts.length,
    met: musts.length - missed.length,
    right: found.length - wrong.length,
    missed,
    wrong,
  }
}

/** Whether a reported row is the one that is expected. */
export const isExpected = (entry: Expected, row: Found): boolean =>
  entry.check_id === row.check_id &&
  (entry.method === null || entry.method === row.method) &&
  (entry.path === null || entry.path === row.path) &&
  (entry.parameter === null || entry.parameter === row.parameter)

function reasonAt(clean: readonly Clean[], row: Found): string {
  const place = clean.find(
    ({ path, parameter }) =>
      path === row.path && (parameter === null || parameter === row.parameter),
  )
  return place === undefined ? 'not in the truth' : `clean: ${place.why}`
}

/** Share of reported rows that are right; 1 when nothing was reported. */
export const precision = ({ right, wrong }: Pick<Score, 'right' | 'wrong'>): number =>
  right + wrong.length === 0 ? 1 : right / (right + wrong.length)
/** Share of the expected issues that were reported; 1 when none was expected. */
export const recall = ({ expected, met }: Pick<Score, 'expected' | 'met'>): number =>
  expected === 0 ? 1 : met / expected

/** The score of one check alone. */
export const scoreOf = (truth: Truth, found: readonly Found[], checkId: string): Score =>
  score(
    { expected: truth.expected.filter((entry) => entry.check_id === checkId), clean: truth.clean },
    found.filter((row) => row.check_id === checkId),
  )

export const sum = (scores: readonly Score[]): Score => ({
  expected: scores.reduce((total, { expected }) => total + expected, 0),
  met: scores.reduce((total, { met }) => total + met, 0),
  right: scores.reduce((total, { right }) => total + right, 0),
  missed: scores.flatMap(({ missed }) => missed),
  wrong: scores.flatMap(({ wrong }) => wrong),
})
