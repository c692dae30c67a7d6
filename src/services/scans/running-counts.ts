import { updateRunningCounts } from '../../db/scans-finish.ts'
import type { Summary } from '../../report/report.ts'
import type { Deps } from '../deps.ts'

/** Brings the row of a running scan up to date, for pollers and lists (decisions 68). */
export const showCounts = (
  { db }: Pick<Deps, 'db'>,
  scan: Readonly<{ accountId: string; scanId: string }>,
  summary: Summary,
): Promise<void> => updateRunningCounts(db, scan.accountId, scan.scanId, summary)
