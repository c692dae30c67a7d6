import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { STAGES } from '../../src/scanner/engine/scan-state.ts'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { openCommandLine, startLikely, startLow } from '../support/e2e-cli.ts'
import { runCli } from '../support/e2e-instance.ts'
import { issuesOf, Scan } from '../support/e2e-scan.ts'

const ESCAPE = '\u001b'
const Page = z.object({ items: z.array(z.object({ target_url: z.string(), status: z.string() })) })

const [tiny, low, likely] = await Promise.all([startTiny(), startLow(), startLikely()])
const { instance, key, folder, remote, local, close } = await openCommandLine()
afterAll(() => Promise.all([tiny.close(), low.close(), likely.close(), close()]))

describe('palisade scan', () => {
  it('uses the service that runs on this state, and prints what it found', async () => {
    const run = await local('scan', tiny.url, '--profile', 'gate')
    expect(run).toMatchObject({ code: 1 })
    expect(run.stdout).toMatch(/^Palisade scanned http/)
    expect(run.stdout).toMatch(/CRITICAL +SQL injection shown by database errors +GET \/book id/)
    expect(run.stdout).toContain("curl -i --path-as-is 'http")
    expect(run.stdout).toMatch(/^Risk \d+ of 100 · grade F · 3 critical/m)
    const reply = await instance.api('GET', '/api/scans')
    const mine = Page.parse(reply.body).items.filter((scan) => scan.target_url === tiny.url)
    expect(mine).toEqual([{ target_url: tiny.url, status: 'completed' }])
  })

  it('prints with --json the Scan object, once, and its progress elsewhere', async () => {
    const run = await remote('scan', tiny.url, '--json', '--profile', 'gate')
    const printed: unknown = JSON.parse(run.stdout)
    const { id } = Scan.parse(printed)
    const reply = await instance.api('GET', `/api/scan/${id}`, undefined, { key })
    expect(printed).toEqual(reply.body)
    const lines = run.stderr.trimEnd().split('\n')
    expect(lines[0]).toBe(`Scanning ${tiny.url} (scan ${id})`)
    expect(lines.length).toBeGreaterThan(2)
    const phase = new RegExp(
      String.raw`^(?:${[...STAGES, 'done'].join('|')}) +\d+ % · \d+ requests? · .* · \d+ s$`,
    )
    expect(lines.slice(1).filter((line) => !phase.test(line))).toEqual([])
    expect(lines.at(-1)).toMatch(/^done +100 %/)
  })

  it('shows no progress with --quiet', async () => {
    const run = await remote('scan', low.url, '--quiet')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('Content Security Policy')
  })

  it('colours when it is told to, and not with --no-color or NO_COLOR', async () => {
    // Empty counts as unset (no-color.org); the run around this one may have set it.
    const colours = { PALISADE_STATE: instance.state, FORCE_COLOR: '1', NO_COLOR: '' }
    const args = ['scan', low.url, '--profile', 'gate', '--fail-on', 'low'] as const
    const [plain, asked, coloured] = await Promise.all([
      runCli([...args, '--no-color'], colours),
      runCli(args, { ...colours, NO_COLOR: '1' }),
      runCli(args, colours),
    ])
    for (const run of [plain, asked]) {
      expect((run.stdout + run.stderr).includes(ESCAPE)).toBe(false)
    }
    expect(coloured.stdout).toContain(ESCAPE)
    expect([plain.code, asked.code, coloured.code]).toEqual([1, 1, 1])
  })

  const gates: readonly (readonly [app: string, args: readonly string[], code: number])[] = [
    ['low', [], 0],
    ['low', ['--fail-on', 'low'], 1],
    ['low', ['--fail-on', 'low', '--min-confidence', 'confirmed'], 1],
    ['likely', ['--fail-on', 'medium'], 1],
    ['likely', ['--fail-on', 'medium', '--min-confidence', 'confirmed'], 0],
    ['tiny', ['--fail-on', 'never'], 0],
  ]
  const apps = new Map([
    ['low', low],
    ['likely', likely],
    ['tiny', tiny],
  ])
  it.concurrent.each(gates)('of the site "%s" %j exits %i', async (name, args, code) => {
    const url = apps.get(name)?.url ?? ''
    const run = await remote('scan', url, '--json', '--profile', 'gate', ...args)
    const scan = Scan.parse(JSON.parse(run.stdout))
    expect({ code: run.code, status: scan.status }).toEqual({ code, status: 'completed' })
    expect(issuesOf(scan).length).toBeGreaterThan(0)
  })

  it('passes the second time with --new-only', async () => {
    const { key: mine } = await instance.account(null)
    const env = { PALISADE_STATE: folder, PALISADE_SERVER: instance.url, PALISADE_KEY: mine }
    const codes: (number | null)[] = []
    for (const args of [['--new-only'], ['--new-only'], []]) {
      codes.push(
        (await runCli(['scan', tiny.url, '--quiet', '--profile', 'gate', ...args], env)).code,
      )
    }
    expect(codes).toEqual([1, 0, 1])
  })
})
