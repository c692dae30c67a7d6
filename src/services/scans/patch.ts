import { changeLabels } from '../../db/scans-labels.ts'
import { ApiError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import type { PresentedScan } from './present.ts'
import { presentScan } from './present.ts'
import { ownScan, reportOf } from './record.ts'

export type Labels = Readonly<{ tags?: readonly string[]; notes?: string }>

/** Changes the tags and notes of a scan in whatever state; what is not given stays (decisions 62). */
export async function patchScan(
  deps: Deps,
  scan: Readonly<{ accountId: string; scanId: string }>,
  labels: Labels,
): Promise<PresentedScan> {
  if (!(await changeLabels(deps.db, scan, labels))) throw new ApiError('not_found')
  // A replica may not have the change yet.
  const changed = await ownScan({ ...deps, replica: () => deps.db }, scan.accountId, scan.scanId)
  return presentScan(changed, await reportOf(deps, changed), deps.now())
}
