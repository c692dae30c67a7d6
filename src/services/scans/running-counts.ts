import { findSuppressions } from '../../db/findings.ts'
import { updateRunningCounts } from '../../db/scans-finish.ts'
import type { Finding } from '../../report/finding.ts'
import { packRows } from '../../report/packed.ts'
import { recount } from '../../report/triage.ts'
import type { Deps } from '../deps.ts'

/** Brings the row of a running scan up to date, for pollers and lists (decisions 68). */
export async function showCounts(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  scan: Readonly<{ accountId: string; scanId: string; host: string }>,
  rows: readonly Finding[],
): Promise<void> {
  const summary = recount(packRows(rows), await findSuppressions(db, scan), now())
  await updateRunningCounts(db, scan.accountId, scan.scanId, summary)
}
