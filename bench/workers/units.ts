import { makeGuard } from '../../src/accounts/outbound-guard.ts'
import { clock, outsideNow, random } from '../../src/runtime.ts'
import { CALM } from '../../src/scanner/http/back-off.ts'
import { noBrowser } from '../../src/scanner/browser/port.ts'
import { CHECKS } from '../../src/scanner/checks/index.ts'
import { checkById } from '../../src/scanner/checks/lookup.ts'
import { NO_FEEDS } from '../../src/scanner/feeds.ts'
import { mannerOf, type ScanOptions } from '../../src/scanner/engine/options.ts'
import { hitKey } from '../../src/scanner/engine/findings-key.ts'
import { runUnit } from '../../src/scanner/engine/run-unit.ts'
import { inputPlans, weight } from '../../src/scanner/engine/plan.ts'
import { selectPoints } from '../../src/scanner/engine/inputs.ts'
import type { InputTask, UnitPlan, UnitResult, UnitWork } from '../../src/scanner/engine/unit.ts'
import type { World } from '../../src/scanner/engine/unit-context.ts'
import { addressOf } from '../../src/scanner/http/choose-transport.ts'
import { ACCEPTED } from '../../src/scanner/http/exchange.ts'
import { makeH1Client } from '../../src/scanner/http/h1/client.ts'
import { fetchTransport } from '../../src/scanner/http/transports/fetch.ts'
import { dialSocket } from '../../src/scanner/http/transports/socket.ts'
import type { Resolver, Transport } from '../../src/scanner/ports.ts'

// Runs in workerd: scan units, and a bare loop of the same number of requests to compare with.

const POINTS = 10
const PAGES = 25
const UNIT_REQUESTS = 100
const SCAN_ID = '00000000-0000-4000-8000-000000000000'

const resolver: Resolver = () => Promise.resolve({ kind: 'nxdomain' })
const world: World = {
  clock,
  outsideNow,
  random,
  resolver,
  browser: noBrowser,
  transport: fetchTransport,
  dial: dialSocket,
  guard: makeGuard({ policy: { allowLoopback: true, ownHosts: [] }, resolver, clock }),
  log: () => undefined,
  checks: CHECKS,
  feeds: NO_FEEDS,
  userAgent: 'Palisade/bench (+https://palisade.example/contact)',
  session: {
    renew: () => Promise.resolve({ kind: 'lost' }),
    keep: () => Promise.resolve(1),
    lose: () => Promise.resolve(),
    mayLogin: () => Promise.resolve(false),
    loginFailed: () => Promise.resolve(),
  },
  hostPace: () => CALM,
  checkpoint: () => Promise.resolve(true),
}

const optionsFor = (target: string): ScanOptions => ({
  target_url: target,
  scan_type: 'vuln',
  profile: 'standard',
  target_ip: null,
  excluded_paths: [],
  scan_speed: 'normal',
  request_delay_ms: null,
  max_duration_s: 3600,
  max_requests: 20_000,
  max_pages: 1000,
  max_depth: 10,
  opt_in: [],
  auth_config: null,
  custom_headers: [],
  webhook: null,
})

function planFor(kind: string, target: string): UnitPlan {
  if (kind === 'crawl') {
    // Named by letters: numbers would be values of one page, and its input one for all.
    const entries = Array.from({ length: PAGES }, (_, id) => ({
      url: `${target}page/${String.fromCharCode(97 + id)}?view=${id}`,
      source: 'a[href]',
      depth: 1,
    }))
    return { phase: 'crawl', entries }
  }
  // As a scan does it: timed checks have units of their own.
  const checks = CHECKS.filter((check) => check.phase === 'input' && !check.meta.timed).map(
    (check) => check.meta.id,
  )
  const tasks = Array.from({ length: POINTS }, (_, id): InputTask => {
    const url = `${target}item/${id}?id=${id}`
    const place = { method: 'GET', url, body: null, contentType: null } as const
    return { point: { ...place, kind: 'query', name: 'id', value: String(id) }, checks }
  })
  return { phase: 'input', tasks }
}

const workOf = (target: string, plan: UnitPlan, knownPassive: readonly string[]): UnitWork => {
  const options = optionsFor(target)
  return {
    scanId: SCAN_ID,
    unitId: 'bench',
    epoch: 1,
    plan,
    options,
    secrets: { auth_config: null, custom_headers: {}, webhook_url: null },
    session: null,
    origins: [new URL(target).origin],
    knownPassive,
    maxRequests: UNIT_REQUESTS,
    maxInFlight: mannerOf(options).inFlight,
    notBefore: 0,
  }
}

/** As the scan does: what a unit has confirmed, the following ones need not confirm again. */
function confirmedBy({ hits }: UnitResult): readonly string[] {
  return hits.flatMap((hit) => {
    const meta = checkById(hit.check_id)?.meta
    const isFirst = hit.request !== '' && hit.confidence === 'confirmed'
    return meta !== undefined && isFirst ? [hitKey(hit, meta)] : []
  })
}

/** Units of one phase, one after the other, until they have sent `least` requests. */
async function runUnits(kind: string, target: string, least: number): Promise<number> {
  const plan = planFor(kind, target)
  const known = new Set<string>()
  let requests = 0
  while (requests < least) {
    const result = await runUnit(workOf(target, plan, [...known]), world)
    for (const key of confirmedBy(result)) known.add(key)
    if (result.requests === 0)
      throw new Error(`the unit asked for nothing: ${JSON.stringify(result)}`)
    requests += result.requests
  }
  return requests
}

/** Units in the mix of a scan: pages are read, then the inputs that they gave are tested. */
async function runMix(target: string, least: number): Promise<number> {
  let requests = 0
  while (requests < least) requests += await runSite(target, world)
  return requests
}

/** The same by HTTP/1.1 of our own, which a scan with `target_ip` uses for everything. */
async function runMixBySocket(target: string, least: number): Promise<number> {
  let requests = 0
  while (requests < least) {
    const client = makeH1Client({ dial: dialSocket, now: () => performance.now() })
    const transport: Transport = (request, options) =>
      client.send(request, addressOf(request.url, ['127.0.0.1']), options)
    requests += await runSite(target, { ...world, transport })
    client.close()
  }
  return requests
}

/** Every page of a site, every input they give, and all that units leave over. */
async function runSite(target: string, by: World): Promise<number> {
  const known = new Set<string>()
  const plans: UnitPlan[] = [planFor('crawl', target)]
  let requests = 0
  for (let plan = plans.shift(); plan !== undefined; plan = plans.shift()) {
    const result = await runUnit(workOf(target, plan, [...known]), by)
    for (const key of confirmedBy(result)) known.add(key)
    plans.push(...inputPlans(selectPoints(result.points), CHECKS, 1))
    if (result.rest !== null) plans.push(lighter(result.rest, plan))
    requests += result.requests
  }
  return requests
}

/** A rest as heavy as its plan would be given out again for ever. */
function lighter(rest: UnitPlan, plan: UnitPlan): UnitPlan {
  if (weight(rest) < weight(plan)) return rest
  throw new Error(`a ${plan.phase} unit made no progress: ${JSON.stringify(rest)}`)
}

/**
 * The floor: the same requests as a unit sends, with its headers and past every cache, as many at
 * once, each answer read as text, and nothing else.
 */
async function runBare(target: string, requests: number): Promise<number> {
  const inFlight = mannerOf(optionsFor(target)).inFlight
  const headers = { ...ACCEPTED, 'user-agent': world.userAgent, 'x-scan-id': SCAN_ID }
  let next = 0
  const lanes = Array.from({ length: inFlight }, async () => {
    while (next < requests) {
      const answer = await fetch(`${target}item/${next++}?id=1`, {
        headers,
        redirect: 'manual',
        cache: 'no-store',
      })
      await answer.text()
    }
  })
  await Promise.all(lanes)
  return next
}

const RUNS: Readonly<Record<string, (target: string, least: number) => Promise<number>>> = {
  bare: runBare,
  mix: runMix,
  socket: runMixBySocket,
}

export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    const target = searchParams.get('target') ?? ''
    const least = Number(searchParams.get('requests'))
    const kind = pathname.slice(1)
    const started = clock.now()
    const run = RUNS[kind] ?? ((to: string, most: number) => runUnits(kind, to, most))
    const requests = await run(target, least)
    return Response.json({ requests, ms: clock.now() - started })
  },
} satisfies ExportedHandler
