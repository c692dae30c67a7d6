import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { Performance } from '../../src/routes/schemas/performance.ts'
import { SAMPLES } from '../../src/scanner/perf/sample.ts'
import { makeCertificate } from '../support/certificates.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { waitMeterOf, type WaitMeter } from '../support/e2e-kept-waiting.ts'
import { startScan, untilEnded } from '../support/e2e-scan.ts'
import { startSpeedSite, type SpeedApp, type SpeedSite } from '../support/e2e-speed.ts'

const SCAN_MS = 60_000
/** What a measurement may differ from what the site itself recorded. */
const MOST_OFF = { share: 0.15, ms: 20 } as const

const ca = makeCertificate({ cn: 'Palisade Test CA', isCa: true })
const leaf = makeCertificate({ cn: 'localhost', names: ['localhost'], issuer: ca })
const tls = (http2: boolean) => ({ key: leaf.keyPem, cert: leaf.pem + ca.pem, http2 })

let folder = ''
let instance: Instance
let account: Account
let waitedMs: WaitMeter
const apps: SpeedApp[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palisade-ca-'))
  await writeFile(join(folder, 'ca.pem'), ca.pem)
  instance = await startInstance({ NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') })
  account = await instance.account(null)
  waitedMs = await waitMeterOf(instance)
})
afterAll(async () => {
  await instance.stop()
  for (const app of apps) app.close()
  await rm(folder, { recursive: true, force: true })
})

const Results = z.looseObject({ performance: Performance.required() })

async function measured(site: SpeedSite, options: Readonly<Record<string, unknown>> = {}) {
  const app = await startSpeedSite(site, waitedMs)
  apps.push(app)
  const id = await startScan(instance, account.key, app.url, { scan_type: 'perf', ...options })
  const scan = await untilEnded(instance, account.key, id, SCAN_MS)
  expect([scan.status, scan.error ?? null]).toEqual(['completed', null])
  return { ...Results.parse(scan.results).performance, served: app.served }
}

const isSample = ({ accepts }: SpeedApp['served'][number]): boolean => accepts === 'gzip'
const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN

/** How long the machine let them wait on the way to the site, and on the way back to its visitor. */
function keptWaiting(served: SpeedApp['served'], at: number): number {
  const own = served[at]?.waitedMs ?? { came: 0, answered: 0 }
  const before = served[at - 1]?.waitedMs.answered ?? own.came
  const after = served[at + 1]?.waitedMs.came ?? own.answered
  return own.came - before + (after - own.answered)
}

it.each([0, 70, 300])(
  'the first byte after %i ms is measured as the site sent it',
  async (delayMs) => {
    const { ttfb_ms, details, served } = await measured({ delayMs })
    const samples = served.flatMap((each, at) => (isSample(each) ? [{ ...each, at }] : []))
    const real = medianOf(samples.map(({ ttfbMs }) => ttfbMs))
    // What the site cannot see of a busy machine: the scheduler tells it.
    const latest = medianOf(samples.map(({ ttfbMs, at }) => ttfbMs + keptWaiting(served, at)))
    expect(samples).toHaveLength(SAMPLES)
    expect(details.ttfb_samples_ms).toHaveLength(SAMPLES)
    expect(ttfb_ms).toBe(medianOf(details.ttfb_samples_ms))
    expect(real).toBeGreaterThanOrEqual(delayMs - 2)
    const off = Math.max(MOST_OFF.ms, MOST_OFF.share * real)
    expect(ttfb_ms).toBeGreaterThanOrEqual(real - off)
    expect(ttfb_ms).toBeLessThanOrEqual(latest + off)
  },
)

it.each([
  { compresses: false, isChunked: false },
  { compresses: true, isChunked: false },
  { compresses: true, isChunked: true },
])('sizes are exact to the byte: %j', async (site) => {
  const { page_size_kb, gzip, details, served } = await measured({ ...site, pageBytes: 180_000 })
  const page = served.find(isSample)
  expect(page?.bytes).toBe(180_000)
  expect([page_size_kb, gzip]).toEqual([180, site.compresses])
  expect([details.bytes, details.sent_bytes]).toEqual([180_000, page?.sentBytes])
  expect(details.brotli).toBe(site.compresses)
  const files = details.resources.filter(({ kind }) => kind !== 'document')
  expect(files.map(({ kind, blocks_rendering }) => [kind, blocks_rendering])).toEqual([
    ['style', true],
    ['script', true],
    ['image', false],
  ])
  for (const { url, sent_bytes, bytes, encoding } of files) {
    const sent = served.findLast(({ path }) => path === new URL(url).pathname)
    expect([sent_bytes, bytes]).toEqual([sent?.sentBytes, sent?.bytes])
    expect(encoding).toBe(site.compresses && !url.endsWith('.png') ? 'br' : null)
  }
  expect(files.map(({ cache_s }) => cache_s)).toEqual([0, 31_536_000, 60])
})

it('says what to do, and what that saves', async () => {
  const { details, served } = await measured({ pageBytes: 100_000, redirects: true })
  const rows = new Map(details.opportunities.map((row) => [row.id, row]))
  expect(details.redirects).toHaveLength(1)
  expect(rows.get('redirects')).toMatchObject({ basis: 'measured', saves_kb: null })
  expect([...rows.keys()].toSorted()).toEqual([
    'cache-lifetime',
    'image-formats',
    'redirects',
    'render-blocking',
    'text-compression',
  ])
  const plain = served.filter(({ path }) => ['/start', '/s.css', '/a.js'].includes(path))
  const paths = new Map(plain.map(({ path, bytes }) => [path, bytes]))
  const whole = [...paths.values()].reduce((sum, bytes) => sum + bytes, 0)
  const saved = rows.get('text-compression')?.saves_kb ?? 0
  // What the files would have at most as gzip.
  expect(saved).toBeGreaterThan((whole - gzipSync('x'.repeat(100_000)).length * 10) / 1000)
  expect(saved).toBeLessThan(whole / 1000)
})

it.each([
  ['HTTP/2', true],
  ['HTTP/1.1 alone', false],
])('a TLS server that speaks %s: http2 %s', async (_, http2) => {
  const result = await measured({ tls: tls(http2), compresses: true })
  expect([result.http2, result.details.http2_by]).toEqual([http2, 'alpn'])
  expect(result.gzip).toBe(true)
})

it('falls as the site gets worse', async () => {
  const worse: readonly SpeedSite[] = [
    { compresses: true, tls: tls(true) },
    { compresses: true },
    {},
    { pageBytes: 700_000 },
    { pageBytes: 700_000, delayMs: 600 },
  ]
  const scores: number[] = []
  for (const site of worse) scores.push((await measured(site)).performance_score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(worse.length)
})

it('measures while nothing else of the scan is in flight', async () => {
  const { served } = await measured({ delayMs: 60 }, { scan_type: 'both', profile: 'gate' })
  const samples = served.filter(isSample)
  expect(samples).toHaveLength(SAMPLES)
  expect(samples.filter(({ beside }) => beside > 0)).toEqual([])
  expect(served.length).toBeGreaterThan(30)
})
