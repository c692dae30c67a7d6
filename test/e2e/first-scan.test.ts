import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { start as startHealthy } from '../range/apps/healthy/app.ts'
import { start as startShop } from '../range/apps/shop/app.ts'
import { truth } from '../range/apps/shop/truth.ts'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { score } from '../range/score.ts'
import { runCli } from '../support/e2e-instance.ts'
import { Scan, fingerprintsOf, issuesOf, observationsOf, toFound } from '../support/e2e-scan.ts'

const FIRST_SCAN_MS = 60_000
/** Nothing there for them: no API, no HTTPS, nothing crawled that could have a copy. */
const NOT_APPLICABLE = [
  'api.undocumented_method',
  'exposed.backup',
  'header.hsts',
  'https.redirect',
  'mixed.content',
  'tls.certificate.dates',
  'tls.certificate.name',
  'tls.certificate.selfsigned',
  'tls.certificate.strength',
  'tls.cipher',
  'tls.protocol',
]
/** The names of their files: what the registry's test holds them to. */
const checkIds = globSync('src/scanner/checks/{passive,origin,page,input,stored}/*.ts').map(
  (file) => path.basename(file, '.ts'),
)
const shop = await startShop()
const healthy = await startHealthy()
const tiny = await startTiny()
const state = await mkdtemp(path.join(tmpdir(), 'palisade-cli-'))
afterAll(async () => {
  await Promise.all([shop.close(), healthy.close(), tiny.close()])
  await rm(state, { recursive: true, force: true })
})

/** The parts of a row that say what was seen and how to see it again. */
const Proof = z.object({
  check_id: z.string(),
  url: z.string(),
  curl: z.string(),
  response: z.string(),
  evidence: z.string(),
  ai_remediation: z.string(),
})
const withProof = (row: unknown) => Proof.parse(row)
const shell = async (command: string): Promise<string> =>
  (await promisify(execFile)('sh', ['-c', command], { timeout: 20_000 })).stdout

const cli = (...args: readonly string[]) => runCli(args, { PALISADE_STATE: state })

describe('the first scan of the shop', async () => {
  const started = performance.now()
  const run = await cli('scan', shop.url, '--json')
  const elapsedMs = performance.now() - started
  const scan = run.stdout === '' ? null : Scan.parse(JSON.parse(run.stdout))
  const issues = scan === null ? [] : issuesOf(scan)
  const observed = scan === null ? [] : observationsOf(scan)

  it('ends within a minute and fails the gate', () => {
    expect(run).toMatchObject({ code: 1 })
    expect(elapsedMs).toBeLessThan(FIRST_SCAN_MS)
  })
  it('prints one Scan object, whole', () => {
    expect(scan).toMatchObject({ target_url: shop.url, status: 'completed', error: null })
    expect(scan?.results?.partial).toBe(false)
  })
  it('reports what is there and nothing else', () => {
    const { missed, wrong } = score(truth, [...issues, ...observed].map(toFound))
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] })
  })
  it('gives each issue its proof: request, response, command and reason', () => {
    const bare = issues.filter(
      ({ request, response, curl, evidence, confidence_reason: reason }) =>
        ![request, response, curl, evidence, reason].every(
          (text) => typeof text === 'string' && text !== '',
        ),
    )
    expect(bare.map(toFound)).toEqual([])
  })
  it('gives each issue a command that shows it again', async () => {
    expect(issues.length).toBeGreaterThan(30)
    const failed: string[] = []
    for (const { check_id: id, url, curl, response, evidence } of issues.map(withProof)) {
      const output = await shell(`${curl} --silent`)
      const status = /^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 'none'
      const quoted = evidence.split('\n\n', 2)[1]?.replace(/….*$/s, '') ?? ''
      // What a server sets anew each time differs; the rest must be there again.
      const isSame = quoted.startsWith('sid=') || output.includes(quoted)
      if (!output.startsWith(`HTTP/1.1 ${status} `) || !isSame)
        failed.push(JSON.stringify([id, url, status, output.slice(0, 80), quoted.slice(0, 80)]))
    }
    expect(failed).toEqual([])
  })
  it('says how to mend each issue, naming the place', () => {
    const vague = issues.filter(
      (row) => !withProof(row).ai_remediation.includes(new URL(row.url).pathname),
    )
    expect(vague.map(toFound)).toEqual([])
  })
  it('says what became of every check that applies: passed rows too', () => {
    const rows = scan?.results?.vulnerabilities ?? []
    const told = new Set(rows.map((row) => row.check_id))
    const silent = checkIds.filter((id) => !told.has(id))
    expect(silent.toSorted()).toEqual(NOT_APPLICABLE)
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
  })
  it('touches nothing that logs out, deletes or pays', () => {
    expect(shop.stats().dangerous).toBe(0)
  })
  it('gives the same fingerprints the second time, under another id', async () => {
    const again = Scan.parse(JSON.parse((await cli('scan', shop.url, '--json')).stdout))
    expect(again.id).not.toBe(scan?.id)
    expect(fingerprintsOf(again)).toEqual(scan === null ? null : fingerprintsOf(scan))
  })
})

// Those of failures: test/e2e/cli-failures.test.ts.
describe('the exit codes', () => {
  it('is 0 on the healthy twin, which has no issue at all', async () => {
    const run = await cli('scan', healthy.url, '--json', '--fail-on', 'info')
    expect(run).toMatchObject({ code: 0 })
    expect(issuesOf(Scan.parse(JSON.parse(run.stdout)))).toEqual([])
    expect(healthy.stats().dangerous).toBe(0)
  })

  it('is 130 when interrupted, and the scan is aborted first', async () => {
    const args = ['scan', shop.url, '--delay-ms', '1000']
    const run = await runCli(args, { PALISADE_STATE: state }, /crawl/i)
    expect(run).toMatchObject({ code: 130 })
    const before = shop.stats().requests
    expect(before).toBeGreaterThan(0)
    // A short one: what is left of the first would go on beside it.
    expect(await cli('scan', tiny.url, '--quiet')).toMatchObject({ code: 1 })
    expect(shop.stats().requests).toBe(before)
  })
})
