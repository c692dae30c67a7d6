import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { start as startShop } from '../test/range/apps/shop/app.ts'
import { ask } from '../test/support/e2e-http.ts'
import { makeLoader, type Loader } from './support/load.ts'
import { median, type Measured } from './support/result.ts'
import { startBenchService, type BenchService } from './support/service.ts'

const WARM_UP = 50
const REQUESTS = 400
const SLOW_REQUESTS = 5
const POLLS = 600
const POLL_MS = 100
const FILL_STEP = 20_000
const FEW = 1000
const MANY = 1_000_000
/** Issue 4: what a warm gate and a warm badge may take beside an empty route, and a million scans beside a thousand. */
const LIMIT = { kind: 'most', of: 'ratio', than: 1.5 } as const
const Started = z.object({ scan_id: z.string() })
const Status = z.looseObject({ status: z.string() })
const ScanPage = z.looseObject({ total: z.number() })

type Route = Readonly<{ name: string; path: string; key: string; floor: string; status: number }>

/** Latency of the routes that pipelines and pages ask most, beside empty ones of the same app. */
export async function run(): Promise<readonly Measured[]> {
  const shop = await startShop()
  const service = await startBenchService()
  const loader = makeLoader()
  try {
    const key = await service.account()
    const id = await completedScan(service.url, key, shop.url)
    const few = await accountOf(service, id, FEW)
    const many = await accountOf(service, id, MANY)
    const routes = routesOf({ id, key, few, many })
    return [
      ...(await measureInTurns(service.url, loader, routes)),
      ...(await measureSlow(service.url, loader, many)),
    ]
  } finally {
    loader.close()
    await service.stop()
    await shop.close()
  }
}

const routesOf = ({ id, key, few, many }: Record<'id' | 'key' | 'few' | 'many', string>) => {
  const route = (name: string, path: string, floor: string, by = key, status = 200): Route => ({
    name,
    path,
    key: by,
    floor,
    status,
  })
  return [
    route('gate', `/api/v1/scan/${id}/gate`, 'empty.key'),
    route('badge', '/badge/127.0.0.1.svg', 'empty.public'),
    route('scan', `/api/scan/${id}`, 'empty.key'),
    route('list.thousand', '/api/scans', 'empty.key', few),
    route('list.million', '/api/scans', 'list.thousand', many),
    route('empty.key', '/api/bench/empty', 'empty.key', key, 204),
    route('empty.public', '/bench/empty', 'empty.public', key, 204),
  ]
}
const LIMITED: readonly string[] = ['gate', 'badge', 'list.million']

async function completedScan(url: string, key: string, target: string): Promise<string> {
  const answer = await ask(`${url}/api/v1/scan`, {
    method: 'POST',
    headers: { 'x-service-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ target, scan_authorized: true }),
  })
  const { scan_id: id } = Started.parse(JSON.parse(answer.body))
  for (let poll = 0; poll < POLLS; poll += 1) {
    const { body } = await ask(`${url}/api/v1/scan/${id}`, { headers: { 'x-service-key': key } })
    if (Status.parse(JSON.parse(body)).status === 'completed') return id
    await wait(POLL_MS)
  }
  throw new Error('The scan to read did not complete.')
}

/** An account with so many scans like one that there is; gives its key. */
async function accountOf(service: BenchService, like: string, scans: number): Promise<string> {
  const key = await service.account()
  const headers = { 'x-service-key': key }
  for (let from = 0; from < scans; from += FILL_STEP) {
    const to = Math.min(from + FILL_STEP, scans)
    const path = `/api/bench/fill?like=${like}&from=${from}&to=${to}`
    const { status, body } = await ask(service.url + path, { method: 'POST', headers })
    if (status !== 204) throw new Error(`Scans ${from} to ${to} were not made: ${body}`)
  }
  const { body } = await ask(`${service.url}/api/scans`, { headers })
  const { total } = ScanPage.parse(JSON.parse(body))
  if (total !== scans) throw new Error(`${total} scans are there, not ${scans}.`)
  return key
}

/** Turn by turn and each turn from another route on, so that a busy moment meets all of them. */
async function measureInTurns(
  url: string,
  loader: Loader,
  routes: readonly Route[],
): Promise<readonly Measured[]> {
  const times = new Map<string, number[]>(routes.map(({ name }) => [name, []]))
  for (let turn = 0; turn < WARM_UP + REQUESTS; turn += 1) {
    const first = turn % routes.length
    for (const { name, path, key, status } of [...routes.slice(first), ...routes.slice(0, first)]) {
      const ms = await loader.time(url + path, { 'x-service-key': key }, status)
      times.get(name)?.push(ms)
    }
  }
  const p50 = (name: string): number => median((times.get(name) ?? []).slice(WARM_UP))
  return routes.flatMap(({ name, floor }): Measured[] => {
    const first = times.get(name)?.[0] ?? Number.NaN
    const measured = { name: `api.${name}.p50`, value: p50(name), floor: p50(floor), unit: 'ms' }
    return [
      LIMITED.includes(name) ? { ...measured, limit: LIMIT } : measured,
      { name: `api.${name}.first`, value: first, floor: null, unit: 'ms' },
    ]
  })
}

/** What has to read many rows of a million: recorded, not judged. */
async function measureSlow(url: string, loader: Loader, key: string): Promise<readonly Measured[]> {
  const deep = '/api/scans?after=100100000000.00000000-0000-4000-8000-000000000000'
  const paths: Readonly<Record<string, string>> = {
    'list.million.page-100': '/api/scans?page=100',
    'list.million.page-5000': '/api/scans?page=5000',
    'list.million.after-900000': deep,
    'list.million.failed': '/api/scans?status=failed',
    'list.million.search-some': '/api/scans?search=page/77',
    'list.million.search-none': '/api/scans?search=nowhere',
  }
  const measured: Measured[] = []
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = []
    for (let turn = 0; turn < SLOW_REQUESTS; turn += 1) {
      times.push(await loader.time(url + path, { 'x-service-key': key }, 200))
    }
    measured.push({ name: `api.${name}.p50`, value: median(times), floor: null, unit: 'ms' })
  }
  return measured
}
