import { markAdvised } from '../../db/scans-advised.ts'
import { wantsAdvice } from '../../report/advice.ts'
import type { Deps } from '../deps.ts'
import { adviseFindings } from '../scans/advise.ts'
import type { ScanRecord } from '../scans/record.ts'
import { toKept } from './kept.ts'

/** Whether a model is bound that has said nothing of this scan yet. */
export const wantsModel = ({ modelAdviser }: Deps, scan: ScanRecord): boolean =>
  modelAdviser !== null && scan.hasReport && !scan.isAdvised

/**
 * Has the bound model advise on an ended scan and keeps what it said; the overlay version rises with
 * it. Does nothing without a model, and leaves the rules' advice where it fails. Never throws.
 */
export async function adviseScan(deps: Deps, scan: ScanRecord): Promise<ScanRecord> {
  const { modelAdviser, log } = deps
  if (modelAdviser === null || !wantsModel(deps, scan)) return scan
  try {
    const report = await deps.reports.get(scan.accountId, scan.id)
    const rows = report?.results.vulnerabilities.filter(wantsAdvice) ?? []
    if (rows.length === 0) return scan
    const advised = await adviseFindings(rows, modelAdviser(scan.accountId))
    if (!advised.some(({ ai_source }) => ai_source === 'model')) return scan
    await deps.advice.put(scan.accountId, scan.id, toKept(advised))
    const overlayVersion = await markAdvised(deps.db, scan.accountId, scan.id)
    if (overlayVersion !== null) return { ...scan, isAdvised: true, overlayVersion }
    // It was deleted meanwhile.
    await deps.advice.delete(scan.accountId, scan.id)
    return scan
  } catch (error) {
    log('advice_failed', {
      scan_id: scan.id,
      message: error instanceof Error ? error.message : String(error),
    })
    return scan
  }
}
