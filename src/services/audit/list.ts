import type { AuditEntry, AuditFilter } from '../../db/audit-log.ts'
import { pageOfAudit } from '../../db/audit-log.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import type { Page, PageRequest } from '../scans/paging.ts'
import { offsetOf, pageCount } from '../scans/paging.ts'

export type AuditItem = Readonly<{
  id: string
  at: string
  actor: string
  action: AuditEntry['action']
  detail: AuditEntry['detail']
}>

/** One page of what was done in the account, newest first. */
export async function listAudit(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  { page, per_page, ...filter }: AuditFilter & PageRequest,
): Promise<Page<AuditItem>> {
  const window = { offset: offsetOf({ page, per_page }), limit: per_page }
  const { entries, total } = await pageOfAudit(deps.db, accountId, filter, window)
  return { items: entries.map(present), total, page, per_page, pages: pageCount(total, per_page) }
}

const present = ({ id, at, actor, action, detail }: AuditEntry): AuditItem => ({
  id,
  at: isoSeconds(at),
  actor,
  action,
  detail,
})
