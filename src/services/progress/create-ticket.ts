import { isoSeconds } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { ownScan } from '../scans/record.ts'
import { issueTicket } from './ticket.ts'

/** A ticket for the progress stream of one of the account's scans (tables.md §6). */
export async function createTicket(
  deps: Deps,
  accountId: string,
  scanId: string,
): Promise<Readonly<{ ticket: string; expires_at: string }>> {
  await ownScan(deps, accountId, scanId)
  const request = { account: accountId, scan: scanId, now: deps.now() }
  const { ticket, expiresAt } = issueTicket(request, deps.settings.ENCRYPTION_KEY)
  return { ticket, expires_at: isoSeconds(expiresAt) }
}
