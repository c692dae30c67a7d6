import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, it } from 'vitest'
import { start as startHealthy } from '../range/apps/healthy/app.ts'
import { start as startShop } from '../range/apps/shop/app.ts'
import { truth } from '../range/apps/shop/truth.ts'
import { score } from '../range/score.ts'
import { freePort, runCli } from '../support/e2e-instance.ts'
import { Scan, fingerprintsOf, issuesOf, toFound } from '../support/e2e-scan.ts'

const FIRST_SCAN_MS = 60_000
const shop = await startShop()
const healthy = await startHealthy()
const state = await mkdtemp(path.join(tmpdir(), 'palisade-cli-'))
afterAll(async () => {
  await Promise.all([shop.close(), healthy.close()])
  await rm(state, { recursive: true, force: true })
})

const cli = (...args: readonly string[]) => runCli(args, { PALISADE_STATE: state })

describe('the first scan of the shop', async () => {
  const started = performance.now()
  const run = await cli('scan', shop.url, '--json')
  const elapsedMs = performance.now() - started
  const scan = run.stdout === '' ? null : Scan.parse(JSON.parse(run.stdout))
  const issues = scan === null ? [] : issuesOf(scan)

  it('ends within a minute and fails the gate', () => {
    expect(run).toMatchObject({ code: 1 })
    expect(elapsedMs).toBeLessThan(FIRST_SCAN_MS)
  })
  it('prints one Scan object, whole', () => {
    expect(scan).toMatchObject({ target_url: shop.url, status: 'completed', error: null })
    expect(scan?.results?.partial).toBe(false)
  })
  it('reports what is there and nothing else', () => {
    const { missed, wrong } = score(truth, issues.map(toFound))
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
  it('says what became of every check that applies: passed rows too', () => {
    const rows = scan?.results?.vulnerabilities ?? []
    // All eight but header.hsts, which has nothing to judge over plain http.
    expect(new Set(rows.map((row) => row.check_id)).size).toBe(7)
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

describe('the exit codes', () => {
  it('is 0 on the healthy twin, which has no issue at all', async () => {
    const run = await cli('scan', healthy.url, '--json', '--fail-on', 'info')
    expect(run).toMatchObject({ code: 0 })
    expect(issuesOf(Scan.parse(JSON.parse(run.stdout)))).toEqual([])
    expect(healthy.stats().dangerous).toBe(0)
  })

  const refused: readonly (readonly string[])[] = [
    [],
    ['not a url'],
    ['ftp://127.0.0.1/'],
    ['http://user:secret@127.0.0.1/'],
    [shop.url, '--no-such-option'],
    [shop.url, '--profile', 'thorough'],
    [shop.url, '--delay-ms', '5001'],
    [shop.url, '--header', 'no colon'],
  ]
  it.each(refused.map((args) => ({ args })))(
    'is 2 with one clear line for $args',
    async ({ args }) => {
      const run = await cli('scan', ...args)
      expect(run).toMatchObject({ code: 2, stdout: '' })
      const lines = run.stderr.split('\n').filter((line) => line.trim() !== '')
      expect(lines.length).toBeLessThanOrEqual(2)
      expect(run.stderr).toMatch(/^palisade: \S.*\S$/m)
      expect(run.stderr).not.toContain('secret')
      expect(run.stderr).not.toContain('    at ')
    },
  )
  it('is 4 with its code when the server refuses the target', async () => {
    const run = await cli('scan', 'http://10.0.0.1/')
    expect(run).toMatchObject({ code: 4, stdout: '' })
    expect(run.stderr).toContain('target_not_allowed')
  })
  it('is 3 when nobody answers at the target', async () => {
    const run = await cli('scan', `http://127.0.0.1:${await freePort()}/`, '--json')
    expect(run).toMatchObject({ code: 3 })
    const scan = Scan.parse(JSON.parse(run.stdout))
    expect(scan).toMatchObject({ status: 'failed', error: { code: 'target_unreachable' } })
  })
  it('is 130 when interrupted, and the scan is aborted first', async () => {
    const args = ['scan', shop.url, '--delay-ms', '1000']
    const run = await runCli(args, { PALISADE_STATE: state }, /crawl/i)
    expect(run).toMatchObject({ code: 130 })
    const before = shop.stats().requests
    expect(before).toBeGreaterThan(0)
    const after = await cli('scan', healthy.url, '--quiet')
    expect(after).toMatchObject({ code: 0 })
    expect(shop.stats().requests).toBe(before)
  })
})
