import { setTimeout as sleep } from 'node:timers/promises'

import { RefusedError, UnreachableError, type Client } from './client.ts'
import { CliError, EXIT } from './exit.ts'
import { makeSseParser } from './sse.ts'
import { ProgressEvent, type Progress, type Scan } from './wire.ts'
import type { Answer } from './client.ts'

const STREAM_ATTEMPTS = 3
const POLL_ATTEMPTS = 5
const RECONNECT_MS = 500
const POLL_MS = 1000

export type FollowOptions = Readonly<{
  onProgress(progress: Progress): void
  /** Ends the following, not the scan. */
  signal: AbortSignal
}>

type StreamEnd = Readonly<{ ended: boolean; lastEventId: string | null; events: number }>

const parseEvent = (data: string): ProgressEvent | null => {
  const event = ProgressEvent.safeParse(JSON.parse(data))
  return event.success ? event.data : null
}

async function readStream(
  response: Response,
  from: string | null,
  options: FollowOptions,
): Promise<StreamEnd> {
  const parser = makeSseParser()
  const decoder = new TextDecoder()
  let end: StreamEnd = { ended: response.status === 204, lastEventId: from, events: 0 }
  if (!response.body) return end
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    for (const { id, data } of parser.push(decoder.decode(chunk, { stream: true }))) {
      const event = parseEvent(data)
      if (event?.type === 'progress') options.onProgress(event.data)
      const isLast = event?.type === 'done' || event?.type === 'error'
      end = {
        ended: end.ended || isLast,
        lastEventId: id ?? end.lastEventId,
        events: end.events + 1,
      }
    }
    if (end.ended) break
  }
  return end
}

// A broken connection is what resuming is for; polling follows when it keeps breaking.
async function streamOnce(
  client: Client,
  scanId: string,
  from: string | null,
  options: FollowOptions,
): Promise<StreamEnd> {
  const broken: StreamEnd = { ended: false, lastEventId: from, events: 0 }
  try {
    const response = await client.progress(scanId, from, options.signal)
    return await readStream(response, from, options)
  } catch (error) {
    const isGone = error instanceof RefusedError && error.status < 429 && error.status !== 404
    if (isGone || options.signal.aborted) throw error
    return broken
  }
}

/** Follows the progress stream, resuming where it broke; false when it cannot be had any more. */
async function followStream(client: Client, scanId: string, options: FollowOptions) {
  let lastEventId: string | null = null
  for (let failures = 0; failures < STREAM_ATTEMPTS;) {
    const end: StreamEnd = await streamOnce(client, scanId, lastEventId, options)
    if (end.ended) return
    lastEventId = end.lastEventId
    failures = end.events > 0 ? 0 : failures + 1
    await sleep(RECONNECT_MS, undefined, { signal: options.signal })
  }
}

/** Asks until the scan has ended; waits as long as the server says when asked too often. */
export async function pollUntilEnded(
  client: Client,
  scanId: string,
  signal: AbortSignal,
): Promise<Answer<Scan>> {
  for (let failures = 0; ;) {
    let waitMs = POLL_MS
    try {
      const answer = await client.scan(scanId)
      if (answer.value.status !== 'running') return answer
      failures = 0
    } catch (error) {
      failures += 1
      const retryAfterS = error instanceof RefusedError ? error.retryAfterS : null
      const mayPass = retryAfterS !== null || error instanceof UnreachableError
      if (!mayPass) throw error
      if (failures >= POLL_ATTEMPTS) throw lost(error)
      waitMs = Math.max(POLL_MS, (retryAfterS ?? 0) * 1000)
    }
    await sleep(waitMs, undefined, { signal })
  }
}

const lost = (cause: unknown) =>
  new CliError(EXIT.scanFailed, 'The server was lost while the scan was running.', { cause })

/** Shows the progress of a scan until it has ended, and answers the ended scan. */
export async function followScan(
  client: Client,
  scanId: string,
  options: FollowOptions,
): Promise<Answer<Scan>> {
  await followStream(client, scanId, options)
  return pollUntilEnded(client, scanId, options.signal)
}
