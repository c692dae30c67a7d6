import { setTimeout as sleep } from 'node:timers/promises'

import { RefusedError, UnreachableError, type Answer, type Client } from './client.ts'
import { CliError, EXIT } from './exit.ts'
import { makeSseParser } from './sse.ts'
import { ProgressEvent, type Progress, type Scan } from './wire.ts'

const STREAM_ATTEMPTS = 3
const POLL_ATTEMPTS = 5
const RECONNECT_MS = 500
const POLL_MS = 1000

export type FollowOptions = Readonly<{
  onProgress(progress: Progress): void
  /** Ends the following, not the scan. */
  signal: AbortSignal
}>

/** How far the stream was read, over all its connections. */
type Cursor = { lastEventId: string | null; events: number }

const parseEvent = (data: string): ProgressEvent | null => {
  const event = ProgressEvent.safeParse(JSON.parse(data))
  return event.success ? event.data : null
}

/** Reads one connection; true when the stream has told that the scan ended. */
async function readStream(
  response: Response,
  cursor: Cursor,
  onProgress: FollowOptions['onProgress'],
): Promise<boolean> {
  if (response.status === 204 || !response.body) return response.status === 204
  const parser = makeSseParser()
  const decoder = new TextDecoder()
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    for (const { id, data } of parser.push(decoder.decode(chunk, { stream: true }))) {
      cursor.lastEventId = id ?? cursor.lastEventId
      cursor.events += 1
      const event = parseEvent(data)
      if (event?.type === 'progress') onProgress(event.data)
      if (event?.type === 'done' || event?.type === 'error') return true
    }
  }
  return false
}

/** A key that is refused stays refused; a broken connection or a busy server may pass. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof RefusedError) || error.status >= 429 || error.status === 404

/** Follows the stream, resuming where it broke, until it ends or keeps breaking. */
async function followStream(client: Client, scanId: string, options: FollowOptions): Promise<void> {
  const { signal, onProgress } = options
  const cursor: Cursor = { lastEventId: null, events: 0 }
  for (let failures = 0; failures < STREAM_ATTEMPTS;) {
    const before = cursor.events
    try {
      const response = await client.progress(scanId, cursor.lastEventId, signal)
      if (await readStream(response, cursor, onProgress)) return
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error
    }
    failures = cursor.events > before ? 0 : failures + 1
    await sleep(RECONNECT_MS, undefined, { signal })
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
      if (retryAfterS === null && !(error instanceof UnreachableError)) throw error
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
