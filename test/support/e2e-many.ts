import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Hit } from '../range/kit/app.ts'
import type { Service } from './e2e-instance.ts'
import { startScan } from './e2e-scan.ts'

const STARTS_AT_ONCE = 10
const POLL_MS = 250
const List = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })), total: z.number() })

/** Options of a scan that leaves out what lies below these letters: the fewer, the longer it takes. */
export const without = (letters: string) => ({
  excluded_paths: ['/.well-known', ...Array.from(letters, (letter) => `/${letter}`)],
})

/** Starts `count` scans of one target and gives their ids. */
export async function startMany(
  instance: Service,
  key: string,
  target: string,
  count: number,
  options: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const size = Math.min(STARTS_AT_ONCE, count - ids.length)
    const starts = Array.from({ length: size }, () => startScan(instance, key, target, options))
    ids.push(...(await Promise.all(starts)))
  }
  return ids
}

/** How many of the account's scans are in a state. */
export async function countScans(instance: Service, key: string, status: string): Promise<number> {
  const query = status === '' ? '' : `&status=${status}`
  const reply = await instance.api('GET', `/api/scans?per_page=1${query}`, undefined, { key })
  return List.parse(reply.body).total
}

/** Asks every scan of the account that runs to stop, a page of the list at a time. */
export async function abortRunning(instance: Service, key: string): Promise<void> {
  for (let page = 1; ; page += 1) {
    const path = `/api/scans?status=running&per_page=100&page=${page}`
    const { items } = List.parse((await instance.api('GET', path, undefined, { key })).body)
    for (const { id } of items) await instance.api('POST', `/api/scan/${id}/abort`, {}, { key })
    if (items.length < 100) return
  }
}

/** Waits until at most `left` scans of the account run. */
export async function untilRunning(
  instance: Service,
  key: string,
  left: number,
  timeoutMs: number,
): Promise<void> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const running = await countScans(instance, key, 'running')
    if (running <= left) return
    if (performance.now() > end) throw new Error(`${running} scans still run after ${timeoutMs} ms`)
    await wait(POLL_MS)
  }
}

/** The most scans that were between their first and their last request at one time. */
export function mostAtOnce(hits: readonly Hit[]): number {
  const spans = new Map<string, [first: number, last: number]>()
  for (const { scan, at } of hits) {
    const span = spans.get(scan)
    if (span === undefined) spans.set(scan, [at, at])
    else span[1] = at
  }
  const edges = [...spans.values()].flatMap(([first, last]): [number, number][] => [
    [first, 1],
    [last, -1],
  ])
  let open = 0
  let most = 0
  for (const [, change] of edges.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    open += change
    most = Math.max(most, open)
  }
  return most
}
