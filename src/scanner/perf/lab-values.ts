import { z } from 'zod'

import type { LabValues, ResourceKind, WaterfallRow } from '../../report/performance.ts'
import type { RequestKind, SeenRequest } from '../browser/page.ts'
import { labScore } from './score.ts'

const Rows = z.array(
  z.object({
    name: z.string().optional(),
    startTime: z.number(),
    duration: z.number().default(0),
    value: z.number().default(0),
    hadRecentInput: z.boolean().default(false),
    requestStart: z.number().default(0),
    responseStart: z.number().default(0),
    nextHopProtocol: z.string().default(''),
  }),
)
/** What `readTimings` gives; the page could have made it up. */
export const Timings = z.object({
  navigation: Rows,
  resource: Rows,
  paint: Rows,
  'largest-contentful-paint': Rows,
  'layout-shift': Rows,
  longtask: Rows,
})
export type Timings = z.infer<typeof Timings>
type Row = z.infer<typeof Rows>[number]

/** A task longer than this blocks: what is above it counts (web.dev/articles/tbt). */
const LONG_TASK_MS = 50
/** Shifts within a second of each other, five at most, are one session (web.dev/articles/cls). */
const SESSION_GAP_MS = 1000
const SESSION_MS = 5000
const MOST_ROWS = 150

const KINDS: Readonly<Partial<Record<RequestKind, ResourceKind>>> = {
  stylesheet: 'style',
  script: 'script',
  image: 'image',
  font: 'font',
  media: 'media',
  texttrack: 'media',
}

/** Lab values of a load: of what the browser noted, and of the requests that it was seen to send. */
export function labValuesOf(timings: Timings, requests: readonly SeenRequest[]): LabValues {
  const fcp = timings.paint.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? null
  const values = {
    fcp_ms: fcp,
    lcp_ms: timings['largest-contentful-paint'].at(-1)?.startTime ?? null,
    // Without anything painted nothing can have shifted or been held up.
    cls: fcp === null ? null : layoutShift(timings['layout-shift']),
    tbt_ms: fcp === null ? null : blockingTime(timings.longtask, fcp),
  }
  return { ...values, score: labScore(values), waterfall: waterfallOf(timings, requests) }
}

/** The worst session of layout shifts that no input caused. */
export function layoutShift(shifts: readonly Row[]): number {
  let worst = 0
  let session = { sum: 0, from: 0, last: Number.NEGATIVE_INFINITY }
  for (const { startTime, value, hadRecentInput } of shifts) {
    if (hadRecentInput) continue
    const isNext =
      startTime - session.last < SESSION_GAP_MS && startTime - session.from < SESSION_MS
    session = isNext
      ? { ...session, sum: session.sum + value, last: startTime }
      : { sum: value, from: startTime, last: startTime }
    worst = Math.max(worst, session.sum)
  }
  return worst
}

/** Of long tasks after the first paint, what each takes beyond LONG_TASK_MS. */
export const blockingTime = (tasks: readonly Row[], fcpMs: number): number =>
  tasks
    .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, fcpMs))
    .reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0)

/** Whether the document came over HTTP/2; null where the browser does not say. */
export function labHttp2({ navigation: [document] }: Timings): boolean | null {
  const protocol = document?.nextHopProtocol ?? ''
  return protocol === '' ? null : protocol === 'h2'
}

function waterfallOf(timings: Timings, requests: readonly SeenRequest[]): readonly WaterfallRow[] {
  const waits = new Map(
    [...timings.navigation, ...timings.resource].flatMap((row) =>
      row.responseStart > 0 ? [[row.name ?? '', row.responseStart - row.startTime] as const] : [],
    ),
  )
  return requests
    .filter(({ isRefused }) => !isRefused)
    .slice(0, MOST_ROWS)
    .map(({ url, kind, status, bytes, startMs, endMs }, index) => {
      const wait = waits.get(url.split('#', 1)[0] ?? '') ?? null
      const end = Math.max(startMs, endMs ?? startMs)
      return {
        url,
        kind: kind === 'document' ? (index === 0 ? 'document' : 'frame') : (KINDS[kind] ?? 'other'),
        status,
        start_ms: Math.round(startMs),
        first_byte_ms: wait === null ? null : Math.round(Math.min(end, startMs + wait)),
        end_ms: Math.round(end),
        sent_bytes: bytes,
      }
    })
}
