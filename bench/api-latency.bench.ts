import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { start as startShop } from '../test/range/apps/shop/app.ts'
import { ask } from '../test/support/e2e-http.ts'
import { makeLoader } from './support/load.ts'
import { median, type Measured } from './support/result.ts'
import { startBenchService } from './support/service.ts'

const WARM_UP = 100
const REQUESTS = 600
const POLLS = 600
const POLL_MS = 100
const Started = z.object({ scan_id: z.string() })
const Status = z.looseObject({ status: z.string() })

type Route = Readonly<{ name: string; path: string; floor: string; status: number }>

/** Latency of the routes that pipelines and pages ask most, beside empty ones of the same app. */
export async function run(): Promise<readonly Measured[]> {
  const shop = await startShop()
  const service = await startBenchService()
  try {
    const headers = { 'x-service-key': service.key }
    const id = await completedScan(service.url, headers, shop.url)
    return await measure(service.url, headers, id)
  } finally {
    await service.stop()
    await shop.close()
  }
}

async function completedScan(
  url: string,
  headers: Readonly<Record<string, string>>,
  target: string,
): Promise<string> {
  const answer = await ask(`${url}/api/v1/scan`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ target, scan_authorized: true }),
  })
  const { scan_id: id } = Started.parse(JSON.parse(answer.body))
  for (let poll = 0; poll < POLLS; poll += 1) {
    const { body } = await ask(`${url}/api/v1/scan/${id}`, { headers })
    if (Status.parse(JSON.parse(body)).status === 'completed') return id
    await wait(POLL_MS)
  }
  throw new Error('The scan to read did not complete.')
}

async function measure(
  url: string,
  headers: Readonly<Record<string, string>>,
  id: string,
): Promise<readonly Measured[]> {
  const empty = '/api/bench/empty'
  const routes: readonly Route[] = [
    { name: 'gate', path: `/api/v1/scan/${id}/gate`, floor: empty, status: 200 },
    { name: 'scan', path: `/api/scan/${id}`, floor: empty, status: 200 },
    { name: 'badge', path: '/badge/127.0.0.1.svg', floor: '/bench/empty', status: 200 },
    { name: 'empty.key', path: empty, floor: empty, status: 204 },
    { name: 'empty.public', path: '/bench/empty', floor: '/bench/empty', status: 204 },
  ]
  const loader = makeLoader()
  const times = new Map<string, number[]>(routes.map(({ path }) => [path, []]))
  // Turn by turn, so that a busy moment of the machine meets all of them.
  for (let turn = 0; turn < WARM_UP + REQUESTS; turn += 1) {
    for (const { path, status } of routes) {
      times.get(path)?.push(await loader.time(url + path, headers, status))
    }
  }
  loader.close()
  const p50 = (path: string): number => median((times.get(path) ?? []).slice(WARM_UP))
  return routes.flatMap(({ name, path, floor }): Measured[] => [
    { name: `api.${name}.p50`, value: p50(path), floor: p50(floor), unit: 'ms' },
    {
      name: `api.${name}.first`,
      value: times.get(path)?.[0] ?? Number.NaN,
      floor: null,
      unit: 'ms',
    },
  ])
}
