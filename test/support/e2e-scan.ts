import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Found } from '../range/score.ts'
import type { Effort } from '../range/scoreboard.ts'
import type { Service } from './e2e-instance.ts'

const Row = z.looseObject({
  id: z.string(),
  fingerprint: z.string(),
  check_id: z.string(),
  status: z.string(),
  severity: z.string(),
  confidence: z.string(),
  url: z.string(),
  method: z.string(),
  parameter: z.string(),
  request: z.string().nullable(),
})
export type Row = z.infer<typeof Row>

export const Scan = z.looseObject({
  id: z.string(),
  target_url: z.string(),
  status: z.enum(['running', 'completed', 'failed']),
  completed_at: z.string().nullable(),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullish(),
  results: z
    .looseObject({ vulnerabilities: z.array(Row), partial: z.boolean().optional() })
    .nullable(),
})
export type Scan = z.infer<typeof Scan>

const Coverage = z.looseObject({
  items: z.array(
    z.looseObject({
      check_id: z.string(),
      requests: z.number(),
      elapsed_ms: z.number(),
      reason: z.string().nullable(),
    }),
  ),
})
const Started = z.looseObject({ scan_id: z.string() })

/** Between two looks: a share of the time so far, so that long scans are not asked all the time. */
const POLL = { share: 0.05, leastMs: 50, mostMs: 1000 } as const

/** Starts by the v1 route, which never gives an older scan back. */
export async function startScan(
  instance: Service,
  key: string,
  target: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const body = { target, scan_authorized: true, ...options }
  const reply = await instance.api('POST', '/api/v1/scan', body, { key })
  if (reply.status !== 202) throw new Error(`not started: ${JSON.stringify(reply.body)}`)
  return Started.parse(reply.body).scan_id
}

export async function readScan(instance: Service, key: string, id: string): Promise<Scan> {
  const reply = await instance.api('GET', `/api/scan/${id}`, undefined, { key })
  if (reply.status !== 200) throw new Error(`not read: ${JSON.stringify(reply.body)}`)
  return Scan.parse(reply.body)
}

/** Reads until `isReached` holds; throws after `timeoutMs`. */
export async function waitFor(
  read: () => Promise<Scan>,
  isReached: (scan: Scan) => boolean,
  timeoutMs: number,
): Promise<Scan> {
  const started = Date.now()
  for (;;) {
    const scan = await read()
    if (isReached(scan)) return scan
    const waitedMs = Date.now() - started
    if (waitedMs > timeoutMs)
      throw new Error(`scan ${scan.id} is ${scan.status} after ${timeoutMs} ms`)
    await wait(Math.min(POLL.mostMs, Math.max(POLL.leastMs, waitedMs * POLL.share)))
  }
}

export const isEnded = (scan: Scan): boolean => scan.status !== 'running'

export const untilEnded = (
  instance: Service,
  key: string,
  id: string,
  timeoutMs: number,
): Promise<Scan> => waitFor(() => readScan(instance, key, id), isEnded, timeoutMs)

async function coverageItems(instance: Service, key: string, id: string) {
  const path = `/api/scan/${id}/coverage?per_page=100`
  return Coverage.parse((await instance.api('GET', path, undefined, { key })).body).items
}

/** What the coverage says of each check that has something to say. */
export async function reasonsOf(
  instance: Service,
  key: string,
  id: string,
): Promise<ReadonlyMap<string, string>> {
  const items = await coverageItems(instance, key, id)
  return new Map(items.flatMap(({ check_id: check, reason }) => (reason ? [[check, reason]] : [])))
}

export async function coverageOf(
  instance: Service,
  key: string,
  id: string,
): Promise<ReadonlyMap<string, Effort>> {
  const items = await coverageItems(instance, key, id)
  return new Map(
    items.map(({ check_id: id, requests, elapsed_ms: ms }) => [
      id,
      { requests, seconds: ms / 1000 },
    ]),
  )
}

/** The rows that count: `vulnerable`, confirmed or likely. */
export const issuesOf = (scan: Scan): readonly Row[] =>
  (scan.results?.vulnerabilities ?? []).filter((row) => row.status === 'vulnerable')

/** What was seen without being a weakness of its own: a banner, a missing security.txt. */
export const observationsOf = (scan: Scan): readonly Row[] =>
  (scan.results?.vulnerabilities ?? []).filter(
    (row) => row.status === 'info' && row.request !== null,
  )

export const toFound = ({ check_id, method, url, parameter }: Row): Found => ({
  check_id,
  method,
  path: URL.canParse(url) ? new URL(url).pathname : url,
  parameter,
})

/** Everything a truth speaks of. */
export const foundIn = (scan: Scan): readonly Found[] =>
  [...issuesOf(scan), ...observationsOf(scan)].map(toFound)

export const fingerprintsOf = (scan: Scan): readonly string[] =>
  issuesOf(scan)
    .map((row) => row.fingerprint)
    .sort()
