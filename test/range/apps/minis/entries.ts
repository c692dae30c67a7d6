import type { Start } from '../../kit/app.ts'
import { ofOrigin, ofPage, optional, type Expected, type Truth } from '../../truth.ts'
import { startOf } from './engine.ts'
import type { Fault, MiniSite } from './site.ts'
import { FLAWED, HEALTHY } from './sites.ts'

type MiniEntry = Readonly<{ name: string; start: Start; truth: Truth }>

const rowsOf = (fault: Fault): readonly Expected[] => {
  const { check, cause, path, isOptional = false, also = [] } = fault
  const row = path === undefined ? ofOrigin(check, cause) : ofPage(check, path, cause)
  const others = also.map((id) => optional(ofOrigin(id, `comes with: ${cause}`)))
  return [isOptional ? optional(row) : row, ...others]
}

/** Rows that must be reported stand first: the first that fits is the one that was met. */
const truthOf = (site: MiniSite): Truth => ({
  expected: (site.faults ?? []).flatMap(rowsOf).toSorted((a, b) => Number(b.must) - Number(a.must)),
  clean: (site.variants ?? []).map(({ why, path = '/' }) => ({ path, parameter: null, why })),
})

/** Small sites, one scan each: what is said once per origin needs an origin per case. */
export const MINIS: readonly MiniEntry[] = [...FLAWED, ...HEALTHY].map((site) => ({
  name: `mini-${site.name}`,
  start: startOf(site),
  truth: truthOf(site),
}))
