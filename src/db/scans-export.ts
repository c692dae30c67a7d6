import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'

import type { Instant } from '../report/time.ts'
import type { Database } from './database.ts'
import { findings, scans } from './schema.ts'

/** What the CSV of an account says of a scan; `tags` is JSON text. */
export type ExportedScan = Readonly<
  Pick<
    typeof scans.$inferSelect,
    'id' | 'host' | 'targetUrl' | 'scanType' | 'startedAt' | 'completedAt' | 'tags'
  >
>
export type ExportCursor = Readonly<{ startedAt: Instant; id: string }>

/** Ended scans that have a report, newest first, from a place on; or the one that is named. */
export async function pageOfExported(
  db: Database,
  accountId: string,
  page: Readonly<{ after: ExportCursor | null; size: number; scanId?: string | undefined }>,
): Promise<readonly ExportedScan[]> {
  const { after, scanId } = page
  const isOlder =
    after &&
    or(
      lt(scans.startedAt, after.startedAt),
      and(eq(scans.startedAt, after.startedAt), lt(scans.id, after.id)),
    )
  return db
    .select({
      id: scans.id,
      host: scans.host,
      targetUrl: scans.targetUrl,
      scanType: scans.scanType,
      startedAt: scans.startedAt,
      completedAt: scans.completedAt,
      tags: scans.tags,
    })
    .from(scans)
    .where(
      and(
        eq(scans.accountId, accountId),
        isNotNull(scans.r2Key),
        isNotNull(scans.completedAt),
        scanId === undefined ? undefined : eq(scans.id, scanId),
        isOlder ?? undefined,
      ),
    )
    .orderBy(desc(scans.startedAt), desc(scans.id))
    .limit(page.size)
}

export type TriagedIssue = Readonly<
  Pick<typeof findings.$inferSelect, 'host' | 'fingerprint' | 'triage'>
>

/** What of these hosts is triaged away at this moment. */
export const triagedIssues = (
  db: Database,
  accountId: string,
  hosts: readonly string[],
  now: Instant,
): Promise<readonly TriagedIssue[]> =>
  db
    .select({ host: findings.host, fingerprint: findings.fingerprint, triage: findings.triage })
    .from(findings)
    .where(
      and(
        eq(findings.accountId, accountId),
        inArray(findings.host, [...new Set(hosts)]),
        ne(findings.triage, 'open'),
        or(isNull(findings.triageUntil), gt(findings.triageUntil, now)),
      ),
    )
