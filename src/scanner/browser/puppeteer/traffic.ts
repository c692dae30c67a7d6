import type { CDPEvents, CDPSession } from '@cloudflare/puppeteer'

import { LIMITS } from '../../../limits.ts'
import type { Instant } from '../../../report/time.ts'
import { REQUEST_KINDS, type RequestKind, type SeenRequest } from '../page.ts'

/** Nobody waits for them: they never end, or, as icons (`other`), without an event that says so. */
const ENDLESS: ReadonlySet<RequestKind> = new Set(['eventsource', 'media', 'ping', 'other'])

/** How a request ends that the interception refused. */
const BY_US = 'net::ERR_BLOCKED_BY_CLIENT'

const KINDS: ReadonlySet<string> = new Set(REQUEST_KINDS)
const isKind = (text: string): text is RequestKind => KINDS.has(text)
/** The protocol writes `Document`, the library `document`. */
export function kindOf(type: string | undefined): RequestKind {
  const kind = type?.toLowerCase() ?? ''
  return isKind(kind) ? kind : 'other'
}

/** What a page asked for, from the events of the DevTools protocol. */
export class Traffic {
  readonly #now: () => Instant
  readonly #seen: SeenRequest[] = []
  /** Requests in flight by their id: where in `#seen` they are, and the document that asks. */
  readonly #open = new Map<string, Readonly<{ at: number; document: string }>>()
  /** The documents of the page so far; the last one is there now. */
  readonly #documents: string[] = []
  #firstAtS: number | null = null
  #changedAt: Instant

  constructor(now: () => Instant) {
    this.#now = now
    this.#changedAt = now()
  }

  /** The session must have `Page` and `Network` enabled. */
  listen(session: CDPSession): void {
    session.on('Page.frameNavigated', ({ frame: { parentId, loaderId } }) => {
      if (parentId === undefined) this.#arrive(loaderId)
    })
    session.on('Network.requestWillBeSent', (event) => this.#start(event))
    session.on('Network.responseReceived', ({ requestId, response }) =>
      this.#change(requestId, { status: response.status }),
    )
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
      this.#end(requestId, timestamp, encodedDataLength),
    )
    session.on('Network.loadingFailed', ({ requestId, timestamp, errorText }) => {
      this.#change(requestId, { isRefused: errorText.startsWith(BY_US) })
      this.#end(requestId, timestamp, null)
    })
  }

  seen(): readonly SeenRequest[] {
    return [...this.#seen]
  }

  /** True when nothing has been in flight, nor begun or ended, for `quietMs`. */
  isQuiet(quietMs: number): boolean {
    const waits = [...this.#open.values()].some(({ at }) => {
      const request = this.#seen[at]
      return request !== undefined && !ENDLESS.has(request.kind)
    })
    return !waits && this.#now() - this.#changedAt >= quietMs
  }

  /** What an earlier document asked for, to its last moment, ends with it and is never said to. */
  #arrive(document: string): void {
    this.#documents.push(document)
    for (const [id, request] of this.#open) {
      if (request.document !== document) this.#open.delete(id)
    }
  }

  #start(event: CDPEvents['Network.requestWillBeSent']): void {
    const { requestId, request, timestamp, type, redirectResponse, loaderId: document } = event
    this.#firstAtS ??= timestamp
    if (redirectResponse !== undefined) {
      this.#change(requestId, { status: redirectResponse.status })
      this.#end(requestId, timestamp, redirectResponse.encodedDataLength)
    }
    // `data:` and `blob:` ask nobody, and some of them never end.
    if (!/^https?:/.test(request.url)) return
    if (this.#seen.length >= LIMITS.browserRequests) return
    const isLate = document !== this.#documents.at(-1) && this.#documents.includes(document)
    if (!isLate) this.#open.set(requestId, { at: this.#seen.length, document })
    this.#changedAt = this.#now()
    this.#seen.push({
      method: request.method,
      url: request.url + (request.urlFragment ?? ''),
      kind: kindOf(type),
      body: request.postData?.slice(0, LIMITS.browserBodyChars) ?? null,
      status: null,
      isRefused: false,
      bytes: null,
      startMs: this.#msOf(timestamp),
      endMs: null,
    })
  }

  #end(requestId: string, timestamp: number, bytes: number | null): void {
    this.#change(requestId, { endMs: this.#msOf(timestamp), bytes })
    this.#open.delete(requestId)
    this.#changedAt = this.#now()
  }

  #change(requestId: string, change: Partial<SeenRequest>): void {
    const at = this.#open.get(requestId)?.at
    const request = at === undefined ? undefined : this.#seen[at]
    if (at !== undefined && request !== undefined) this.#seen[at] = { ...request, ...change }
  }

  #msOf = (timestampS: number): number => (timestampS - (this.#firstAtS ?? timestampS)) * 1000
}
