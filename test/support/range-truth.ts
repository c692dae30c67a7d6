import type { Truth } from '../range/truth.ts'

export type Place = readonly [path: string | null, parameter: string | null]

/** The places at which a check must report something, in the order of the truth. */
export const mustPlaces = (truth: Truth, checkId: string): readonly Place[] =>
  truth.expected
    .filter(({ check_id, must }) => check_id === checkId && must)
    .map(({ path, parameter }) => [path, parameter])

export const isClean = (truth: Truth, path: string, parameter: string | null): boolean =>
  truth.clean.some((row) => row.path === path && row.parameter === parameter)
