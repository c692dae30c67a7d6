import { LIMITS } from '../limits.ts'
import type { Grade } from '../report/grade.ts'
import type { PackedRow } from '../report/packed.ts'
import type { ScanStatus } from '../report/report.ts'
import type { Suppressions } from '../report/triage.ts'
import { makeBoundedCache, type BoundedCache } from './bounded-cache.ts'
import { badgeCandidates } from './badge/domain.ts'

/** What the gate judges of an ended scan. */
export type GateFacts = Readonly<{
  status: Exclude<ScanStatus, 'running'>
  partial: boolean
  rows: readonly PackedRow[]
  suppressions: Suppressions
}>
/** The scan that `new_only` compares with; null when there is none. */
export type PreviousFacts = Readonly<{ id: string; rows: readonly PackedRow[] }> | null

export type Caches = Readonly<{
  /** Keys: `<account>:<scan>`; never shared between accounts. */
  gates: BoundedCache<GateFacts>
  previous: BoundedCache<PreviousFacts>
  /** Keys: the host that was asked for. What a badge says is public. */
  badges: BoundedCache<Grade | 'unknown'>
}>

/** What an isolate remembers of reads (tables.md §8). Others learn of a change when theirs grow old. */
export function makeCaches(): Caches {
  const gate = { most: LIMITS.gateCacheEntries, maxAgeMs: LIMITS.gateCacheMs }
  return {
    gates: makeBoundedCache(gate),
    previous: makeBoundedCache(gate),
    badges: makeBoundedCache({
      most: LIMITS.badgeCacheEntries,
      maxAgeMs: LIMITS.badgeMaxAgeS * 1000,
    }),
  }
}

/** Called where an account's scans or triages change, for this isolate at least. */
export function forgetReads(caches: Caches, accountId: string, host: string): void {
  caches.gates.forget(`${accountId}:`)
  caches.previous.forget(`${accountId}:`)
  for (const name of badgeCandidates(host)) caches.badges.forget(name)
}
