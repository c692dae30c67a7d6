import { LIMITS } from '../../limits.ts'
import type { Deps } from '../deps.ts'
import type { ScanRecord } from '../scans/record.ts'
import { ownScan, reportOf } from '../scans/record.ts'
import { endedEvents, frameOf } from './snapshot.ts'

// identity: a compressed stream is held back by some runtimes and proxies until it ends.
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'content-encoding': 'identity',
  'x-accel-buffering': 'no',
} as const

export type FollowRequest = Readonly<{
  accountId: string
  scanId: string
  lastEventId: string | null
}>

/**
 * The progress stream of a scan: from its room while that lives, which is some time beyond the
 * end, and from the stored report after that. 204 tells a client that it has seen everything.
 */
export async function followScan(deps: Deps, request: FollowRequest): Promise<Response> {
  const scan = await ownScan(deps, request.accountId, request.scanId)
  const room = deps.scan(scan.id)
  if (scan.status === 'running' || (await room.wake())) {
    return room.events(request.lastEventId)
  }
  return replay(deps, scan, request.lastEventId)
}

/** The headers a stream would have; a HEAD request opens none. */
export async function describeStream(deps: Deps, request: FollowRequest): Promise<Response> {
  await ownScan(deps, request.accountId, request.scanId)
  return new Response(null, { headers: STREAM_HEADERS })
}

async function replay(deps: Deps, scan: ScanRecord, lastEventId: string | null): Promise<Response> {
  const events = endedEvents(scan, await reportOf(deps, scan), deps.now())
  if (lastEventId === String(events.length)) return new Response(null, { status: 204 })
  const frames = events.map((event, index) => frameOf(event, index + 1))
  const body = [`retry: ${LIMITS.sseRetryMs}\n: connected\n\n`, ...frames].join('')
  return new Response(body, { headers: STREAM_HEADERS })
}
