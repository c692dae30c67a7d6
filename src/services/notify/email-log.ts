import { z } from 'zod'

import type { EmailRow } from '../../db/email-log.ts'
import { EMAIL_KINDS, EMAIL_STATUSES, pageOfEmails } from '../../db/email-log.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { offsetOf, pageCount, type Page, type PageRequest } from '../scans/paging.ts'

/** For the schema of the answer, which may not know the database. */
export const SHOWN_EMAIL_KINDS = EMAIL_KINDS
export const SHOWN_EMAIL_STATUSES = EMAIL_STATUSES

const Words = z.object({ kind: z.enum(EMAIL_KINDS), status: z.enum(EMAIL_STATUSES) })
export type EmailItem = ReturnType<typeof presentEmail>

/** One page of what was mailed, and of webhooks that were given up, newest first (decisions 44). */
export async function listEmails(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  request: PageRequest,
): Promise<Page<EmailItem>> {
  const { page, per_page } = request
  const window = { offset: offsetOf(request), limit: per_page }
  const { rows, total } = await pageOfEmails(db, accountId, window)
  return { items: rows.map(presentEmail), total, page, per_page, pages: pageCount(total, per_page) }
}

function presentEmail(row: EmailRow) {
  const { kind, status } = Words.parse(row)
  return {
    id: row.id,
    kind,
    to: row.to,
    subject: row.subject,
    status,
    error: row.error,
    scan_id: row.scanId,
    created_at: isoSeconds(row.createdAt),
  }
}
