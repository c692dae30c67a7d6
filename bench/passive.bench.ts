import { extractEntries } from '../src/scanner/crawl/extract.ts'
import { CHECKS } from '../src/scanner/checks/index.ts'
import type { PassiveCheck, Sighting } from '../src/scanner/checks/check.ts'
import { NO_FEEDS } from '../src/scanner/feeds.ts'
import type { Exchange } from '../src/scanner/http/exchange.ts'
import { detectTech } from '../src/scanner/tech/detect.ts'
import { median, type Measured } from './support/result.ts'
import { makePage, makeScript } from './support/texts.ts'

const LENGTH = 200_000
const WARM_UP = 10
const RUNS = 60

/** CPU milliseconds that all passive checks may take for one answer of 200 kB. */
const BODIES = [
  { name: 'page', type: 'text/html; charset=utf-8', make: makePage, most: 20 },
  { name: 'script', type: 'text/javascript', make: makeScript, most: 40 },
] as const
type Body = (typeof BODIES)[number]

const passiveChecks = CHECKS.filter((check): check is PassiveCheck => check.phase === 'passive')
const TOKEN = /\w+/g

/** The floor: the text met once, token by token. */
const readOnce = ({ response }: Exchange): unknown => response.body.match(TOKEN)?.length

async function runChecks(exchange: Exchange): Promise<readonly Sighting[]> {
  const found: Sighting[] = []
  for (const check of passiveChecks) {
    if (!(check.appliesTo?.(exchange) ?? true)) continue
    for await (const sighting of check.run(exchange, NO_FEEDS)) found.push(sighting)
  }
  return found
}

function collect(exchange: Exchange): void {
  detectTech(exchange)
  extractEntries(exchange, 1)
}

/** What the passive checks cost, and what the crawler's own reading does, beside a bare look. */
export async function run(): Promise<readonly Measured[]> {
  const figures: Measured[] = []
  for (const body of BODIES) figures.push(...(await measure(body)))
  return figures
}

async function measure(body: Body): Promise<readonly Measured[]> {
  const floor = await cpuMs(body, readOnce)
  const checks = await cpuMs(body, runChecks)
  const reading = await cpuMs(body, collect)
  const limit = { kind: 'most', of: 'value', than: body.most } as const
  return [
    { name: `passive.${body.name}`, value: checks, floor, unit: 'ms CPU', limit },
    { name: `passive.${body.name}.collect`, value: reading, floor, unit: 'ms CPU' },
  ]
}

/** The median of many runs, each with a text and an exchange of its own: nothing is met twice. */
async function cpuMs({ type, make }: Body, work: (exchange: Exchange) => unknown): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const exchange = exchangeOf(make(run, LENGTH), type)
    const before = process.cpuUsage()
    await work(exchange)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return median(times.slice(WARM_UP))
}

function exchangeOf(body: string, type: string): Exchange {
  const headers = new Headers({
    'content-type': type,
    server: 'nginx/1.25.3',
    'content-security-policy': "script-src 'self' 'unsafe-inline'; object-src 'none'",
  })
  headers.append('set-cookie', 'PHPSESSID=4f1c9a7e2b8d4f6091c2a7b3; Path=/; Secure')
  return {
    request: { method: 'GET', url: new URL('https://shop.example/list'), headers: new Headers() },
    response: { status: 200, headers, body, truncated: false, elapsedMs: 5 },
  }
}
