import { newestBadgeScan } from '../../db/badge-read.ts'
import { ApiError } from '../../errors.ts'
import type { Grade } from '../../report/grade.ts'
import { gradeOf } from '../../report/grade.ts'
import type { Deps } from '../deps.ts'
import { badgeCandidates, badgeHost, isLoopbackHost } from './domain.ts'

export type BadgeValue = Grade | 'unknown'
/** What a badge says: `domain` in lower case and punycode, as it was asked for. */
export type Badge = Readonly<{ domain: string; value: BadgeValue }>

/** The grade that may be shown in public for a domain (tables.md §7); 404 for what is no domain. */
export async function getBadge(deps: Deps, text: string): Promise<Badge> {
  const host = badgeHost(text)
  if (host === null) throw new ApiError('not_found')
  for (const candidate of badgeCandidates(host)) {
    const isProven = deps.isLocal && isLoopbackHost(candidate)
    const scan = await newestBadgeScan(deps.db, candidate, isProven)
    if (scan) return { domain: host, value: gradeOf(scan) }
  }
  return { domain: host, value: 'unknown' }
}
