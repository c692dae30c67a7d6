import { newestBadgeRows } from '../../db/badge-read.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import type { Grade } from '../../report/grade.ts'
import { gradeOf } from '../../report/grade.ts'
import { parsePacked, unpackRow } from '../../report/packed.ts'
import { summarise } from '../../report/summary.ts'
import { SECOND } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { logLine } from '../log-line.ts'
import { replicaFirst } from '../replica.ts'
import { isLocalHost } from '../scans/target-checks.ts'
import { badgeCandidates, badgeHost } from './domain.ts'

export type BadgeValue = Grade | 'unknown'
/** What a badge says: `domain` in lower case and punycode, as it was asked for; `ageS` since it was read. */
export type Badge = Readonly<{ domain: string; value: BadgeValue; ageS: number }>

type World = Pick<Deps, 'db' | 'replica' | 'now' | 'caches' | 'isLocal' | 'log'>

/**
 * The grade that may be shown in public for a domain (tables.md §7); 404 for what is no domain. An
 * entry that is no longer fresh is told once more while it is read anew; none is told after five minutes.
 */
export async function getBadge(
  deps: World,
  text: string,
  /** Keeps the isolate alive for work that the answer does not wait for. */
  defer: (work: Promise<unknown>) => void,
): Promise<Badge> {
  const host = badgeHost(text)
  if (host === null) throw new ApiError('not_found')
  const now = deps.now()
  const known = deps.caches.badges.get(host, now)
  if (known === null) return { domain: host, value: await refresh(deps, host), ageS: 0 }
  const ageMs = Math.abs(now - known.readAt)
  if (ageMs >= LIMITS.badgeFreshMs) {
    defer(
      refresh(deps, host).catch((error: unknown) =>
        deps.log('badge.refresh_failed', { host, message: logLine(error) }),
      ),
    )
  }
  return { domain: host, value: known.value, ageS: Math.floor(ageMs / SECOND) }
}

async function refresh(deps: World, host: string): Promise<BadgeValue> {
  const value = await readGrade(deps, host)
  deps.caches.badges.set(host, value, deps.now())
  return value
}

async function readGrade(deps: World, host: string): Promise<BadgeValue> {
  for (const candidate of badgeCandidates(host)) {
    const isProven = deps.isLocal && isLocalHost(candidate)
    const packed = await replicaFirst(deps, (db) => newestBadgeRows(db, candidate, isProven))
    // Counted from what the scan saw: triage does not improve what strangers are told.
    if (packed !== null) return gradeOf(summarise(parsePacked(packed).map(unpackRow)))
  }
  return 'unknown'
}
