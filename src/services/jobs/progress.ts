import type { JobTarget } from '../../db/jobs.ts'

export type TargetError = Readonly<{ url: string; code: string; error: string }>
export type JobScan = Readonly<{
  scan_id: string
  target_url: string
  status: 'running' | 'completed' | 'failed'
}>
/** A job as it stands (decisions 21 and 22). */
export type JobProgress = Readonly<{
  /** `failed`: all has ended, and no target could be started. */
  status: 'queued' | 'running' | 'done' | 'failed'
  /** Targets that have come to an end: refused, or their scan has ended. */
  completed: number
  /** Those of them that were refused, or whose scan failed. */
  failed: number
  total: number
  scan_ids: readonly string[]
  scans: readonly JobScan[]
  errors: readonly TargetError[]
}>

export function progressOf(targets: readonly JobTarget[]): JobProgress {
  const completed = targets.filter(hasEnded).length
  const total = targets.length
  const scans = scansOf(targets)
  return {
    status: statusOf(targets, completed),
    completed,
    failed: targets.filter((target) => target.state === 'refused' || target.scanStatus === 'failed')
      .length,
    total,
    scan_ids: scans.map((scan) => scan.scan_id),
    scans,
    errors: targets.flatMap(({ state, url, code, error }) =>
      state === 'refused' ? [{ url, code: code ?? 'internal_error', error: error ?? '' }] : [],
    ),
  }
}

/** A scan that was deleted has ended. */
const hasEnded = ({ state, scanStatus }: JobTarget): boolean =>
  state === 'refused' || (state === 'started' && scanStatus !== 'running')

function statusOf(targets: readonly JobTarget[], completed: number): JobProgress['status'] {
  if (targets.every((target) => target.state === 'waiting')) return 'queued'
  if (completed < targets.length) return 'running'
  return targets.every((target) => target.state === 'refused') ? 'failed' : 'done'
}

/** Each scan once, though several targets may share it. */
function scansOf(targets: readonly JobTarget[]): readonly JobScan[] {
  const scans = new Map<string, JobScan>()
  for (const { state, scanId, scanStatus, url } of targets) {
    if (state !== 'started' || scanStatus === null || scans.has(scanId)) continue
    scans.set(scanId, { scan_id: scanId, target_url: url, status: scanStatus })
  }
  return [...scans.values()]
}
