import { LIMITS } from '../limits.ts'
import type { ScanStore } from './scan-store.ts'

export type ScanEvent = Readonly<{
  type: 'progress' | 'finding' | 'done' | 'error'
  data: Readonly<Record<string, unknown>>
}>
const TERMINAL: readonly ScanEvent['type'][] = ['done', 'error']

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'content-encoding': 'identity',
  'x-accel-buffering': 'no',
} as const

const encoder = new TextEncoder()
const frame = (seq: number, text: string): string => `id: ${seq}\ndata: ${text}\n\n`

type Stream = { write(text: string): void; close(): void }

/**
 * The event log of one scan and the clients that follow it. Ids are one sequence; every finding is
 * kept for replay, of the progress only the last. No `event:` line (API document L272, service.md).
 */
export class ScanEvents {
  readonly #store: ScanStore
  readonly #streams = new Set<Stream>()

  constructor(store: ScanStore) {
    this.#store = store
  }

  publish(event: ScanEvent): void {
    const seq = this.#store.lastSeq() + 1
    const text = JSON.stringify(event)
    if (event.type === 'progress') {
      const previous = this.#store.getText('progress_seq')
      if (previous !== null) this.#store.deleteEvent(Number(previous))
      this.#store.putText('progress_seq', String(seq))
    }
    this.#store.addEvent(seq, text)
    for (const stream of this.#streams) stream.write(frame(seq, text))
    if (TERMINAL.includes(event.type)) this.closeAll()
  }

  closeAll(): void {
    for (const stream of this.#streams) stream.close()
    this.#streams.clear()
  }

  /** A stream from after `lastEventId` (null or garbled: from the start), or 204 after the end. */
  open(lastEventId: string | null): Response {
    const after = lastEventId !== null && /^\d{1,12}$/.test(lastEventId) ? Number(lastEventId) : 0
    const missed = this.#store.eventsAfter(after)
    const last = missed.at(-1) ?? this.#store.eventsAfter(this.#store.lastSeq() - 1).at(-1)
    const hasEnded = last !== undefined && TERMINAL.some((type) => isOfType(last.text, type))
    if (hasEnded && missed.length === 0) return new Response(null, { status: 204 })

    const hello = `retry: ${LIMITS.sseRetryMs}\n: connected\n\n`
    const replay = missed.map(({ seq, text }) => frame(seq, text)).join('')
    if (hasEnded) return new Response(hello + replay, { headers: HEADERS })
    if (this.#streams.size >= LIMITS.sseStreamsPerScan) {
      return new Response(': too many followers\n\n', {
        headers: HEADERS,
      })
    }
    return new Response(this.#follow(hello + replay), { headers: HEADERS })
  }

  #follow(first: string): ReadableStream<Uint8Array> {
    const { readable, writable } = new IdentityTransformStream()
    const writer = writable.getWriter()
    const end = () => {
      clearInterval(heartbeat)
      clearTimeout(life)
      this.#streams.delete(stream)
    }
    const drop = () => {
      end()
      // The client is gone or too slow: it comes back with its last id, nothing is lost.
      writer.abort().catch(end)
    }
    const write = (text: string) => {
      const slow = setTimeout(drop, LIMITS.sseWriteTimeoutMs)
      writer
        .write(encoder.encode(text))
        .catch(end)
        .finally(() => clearTimeout(slow))
    }
    const close = () => {
      end()
      writer.close().catch(end)
    }
    const stream: Stream = { write, close }
    const heartbeat = setInterval(() => write(': ping\n\n'), LIMITS.sseHeartbeatMs)
    const life = setTimeout(close, LIMITS.sseMaxLifeMs)
    this.#streams.add(stream)
    write(first)
    return readable
  }
}

const isOfType = (text: string, type: ScanEvent['type']): boolean =>
  text.startsWith(`{"type":"${type}"`)
