import type { Reach } from '../../report/compare.ts'
import { CHECKS } from '../../scanner/checks/index.ts'

/** Page checks look beside the page they are given: their findings need no page of that very path. */
const REACH: ReadonlyMap<string, Reach> = new Map(
  CHECKS.map(({ phase, meta }): [string, Reach] => [
    meta.id,
    meta.oncePer === 'origin' ? 'origin' : phase === 'page' ? 'folder' : 'path',
  ]),
)

/** How much of a site a scan must have seen to say that what a check found is gone. */
export const reachOf = (checkId: string): Reach => REACH.get(checkId) ?? 'path'
