import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { STAGES } from '../../src/scanner/engine/scan-state.ts'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { get } from '../range/kit/app.ts'
import { html } from '../range/kit/html.ts'
import { serve } from '../range/kit/listen.ts'
import { freePort, runCli, startInstance } from '../support/e2e-instance.ts'
import type { CliResult, Instance } from '../support/e2e-instance.ts'
import { issuesOf, readScan, Scan, startScan, untilEnded } from '../support/e2e-scan.ts'

const SCAN_MS = 120_000
const READY_MS = 90_000
const POLL_MS = 20
const ESCAPE = '\u001b'
const STRICT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const Page = z.object({ items: z.array(z.looseObject({ id: z.string(), status: z.string() })) })

const tiny = await startTiny()
const page = (body: string, headers = {}) => {
  const reply = html(`<!doctype html><title>Page</title>${body}`)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}
/** One low finding: no policy. */
const low = await serve({
  routes: [get('/', () => page('Hello'))],
  fallback: () => ({ ...page('None'), status: 404 }),
})
/** One medium finding, likely only: a script, behind a policy. */
const likely = await serve({
  routes: [
    get('/', () => page('<a href="/hello?name=you">Hello</a>')),
    get('/hello', ({ query }) => page(`<p>Hello ${query.get('name') ?? ''}</p>`)),
  ],
  fallback: () => ({ ...page('None'), status: 404 }),
  finish: (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'content-security-policy': STRICT },
  }),
})
const folder = await mkdtemp(path.join(tmpdir(), 'palisade-cli-'))
let instance: Instance
let key: string
beforeAll(async () => {
  instance = await startInstance()
  ;({ key } = await instance.account(null))
})
afterAll(async () => {
  await instance.stop()
  await Promise.all([tiny.close(), low.close(), likely.close()])
  await rm(folder, { recursive: true, force: true })
})

/** Against the running instance, as an account without limits. */
const remote = (...args: readonly string[]): Promise<CliResult> =>
  runCli(args, { PALISADE_STATE: folder, PALISADE_SERVER: instance.url, PALISADE_KEY: key })
/** As somebody at this machine, whose state names the running instance. */
const local = (...args: readonly string[]): Promise<CliResult> =>
  runCli(args, { PALISADE_STATE: instance.state })

async function until(isReached: () => boolean, otherwise: string): Promise<void> {
  const end = Date.now() + READY_MS
  while (!isReached()) {
    if (Date.now() > end) throw new Error(otherwise)
    await wait(POLL_MS)
  }
}

describe('palisade scan', () => {
  it('uses the service that runs on this state, and prints what it found', async () => {
    const run = await local('scan', tiny.url)
    expect(run).toMatchObject({ code: 1 })
    expect(run.stdout).toMatch(/^Palisade scanned http/)
    expect(run.stdout).toMatch(/CRITICAL +SQL injection shown by database errors +GET \/book id/)
    expect(run.stdout).toContain("curl -i --path-as-is 'http")
    expect(run.stdout).toMatch(/^Risk \d+ of 100 · grade F · 3 critical/m)
    const reply = await instance.api('GET', '/api/scans')
    expect(Page.parse(reply.body).items).toMatchObject([{ status: 'completed' }])
  })

  it('prints with --json the Scan object, once, and its progress elsewhere', async () => {
    const run = await remote('scan', tiny.url, '--json')
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
    const args = ['scan', low.url, '--fail-on', 'low'] as const
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
      codes.push((await runCli(['scan', tiny.url, '--quiet', ...args], env)).code)
    }
    expect(codes).toEqual([1, 0, 1])
  })
})

describe('what goes wrong', () => {
  it('is 3 when nobody answers at the target, and says so', async () => {
    const run = await remote('scan', `http://127.0.0.1:${await freePort()}/`)
    expect(run).toMatchObject({ code: 3 })
    expect(run.stdout).toContain('The scan failed (target_unreachable)')
  })

  it('is 3 when the time is up, and the scan is aborted', async () => {
    const run = await remote('scan', tiny.url, '--delay-ms', '500', '--timeout', '2', '--json')
    expect(run).toMatchObject({ code: 3 })
    expect(run.stderr).toContain('did not end within 2 s')
    const printed = Scan.parse(JSON.parse(run.stdout))
    const scan = await readScan(instance, key, printed.id)
    for (const shown of [printed, scan]) {
      expect(shown).toMatchObject({ status: 'failed', error: { code: 'aborted' } })
    }
  })

  const refused: readonly (readonly [target: string, words: string])[] = [
    ['http://10.0.0.1/', 'target_not_allowed'],
    ['http://169.254.169.254/', 'target_not_allowed'],
    ['http://host.invalid/', 'target_not_allowed'],
  ]
  it.each(refused)('is 4 for the target %s', async (target, words) => {
    const run = await remote('scan', target)
    expect(run).toMatchObject({ code: 4, stdout: '' })
    expect(run.stderr).toMatch(new RegExp(`^palisade: .*\\(${words}\\): .*\\n$`))
  })
  it('is 4 for a wrong key, which is not shown', async () => {
    const args = ['--server', instance.url, '--key', 'psk_live_canary'] as const
    const run = await remote('scan', tiny.url, ...args)
    expect(run).toMatchObject({ code: 4, stdout: '' })
    expect(run.stderr).toMatch(/^palisade: .*\(unauthorized\): .*\n$/)
    expect(run.stderr).not.toContain('canary')
  })

  // What is wrong usage is told in test/cli/main.test.ts; here, what a real process says of it.
  const misused: readonly (readonly string[])[] = [
    ['scan', 'http://anna:canary@nowhere.example/'],
    ['scan', tiny.url, '--tokn=canary'],
    ['scan', tiny.url, '--header', 'X-Team:', 'canary'],
    ['explain', 'no.such.check'],
  ]
  it.concurrent.each(misused.map((args) => ({ args })))(
    'is 2, in one line, for $args',
    async ({ args }) => {
      const run = await remote(...args)
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toMatch(/^palisade: .+\n$/)
      expect(run.stderr).not.toContain('canary')
    },
  )

  it('is 130 when interrupted: the scan is aborted first', async () => {
    const env = { PALISADE_STATE: folder, PALISADE_SERVER: instance.url, PALISADE_KEY: key }
    const run = await runCli(['scan', tiny.url, '--delay-ms', '500'], env, /^crawl/m)
    expect(run).toMatchObject({ code: 130, stdout: '' })
    const id = /\(scan (.*)\)/.exec(run.stderr)?.[1] ?? ''
    expect(await readScan(instance, key, id)).toMatchObject({
      status: 'failed',
      error: { code: 'aborted' },
    })
  })

  it('is 2 when another command holds the state', async () => {
    const env = { PALISADE_STATE: path.join(folder, 'held') }
    const args = ['scan', tiny.url, '--delay-ms', '500'] as const
    const first = runCli([...args, '--timeout', '3'], env)
    await until(() => existsSync(path.join(folder, 'held/lock')), 'the state is not locked')
    for (const name of ['serve', 'scan'] as const) {
      const run = await runCli(name === 'scan' ? args : [name], { ...env, PORT: '0' })
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toMatch(/^palisade: .*held is in use by process \d+\..*\n$/)
    }
    expect(await first).toMatchObject({ code: 3 })
  })
})

describe('secrets on the command line', () => {
  const secrets = ['token', 'cookie', 'header'].map((name) => `canary-${name}-x7Qm2LpR9`)
  const [token = '', cookie = '', header = ''] = secrets
  it('are shown neither in results nor in progress nor in the log', async () => {
    const args = ['--header', `X-Team: ${header}`, '--fail-on', 'never']
    const runs = [
      await local('scan', likely.url, '--token', token, ...args),
      await local('scan', likely.url, '--token', token, '--json', ...args),
      await local('scan', likely.url, '--cookie', `sid=${cookie}`, '--json', ...args),
    ]
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    const log = await readFile(path.join(instance.state, 'palisade.log'), 'utf8')
    const written = [log, ...runs.flatMap(({ stdout, stderr }) => [stdout, stderr])].join('\n')
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
    expect(written).toMatch(/Authorization: Bearer \S*…/)
  })
})

describe('the other commands', () => {
  it('gate: 1 for findings, 0 without, 3 for a failed scan, 4 for none', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}/`
    const targets = [tiny.url, low.url, nobody]
    const ids = await Promise.all(targets.map((target) => startScan(instance, key, target)))
    await Promise.all(ids.map((id) => untilEnded(instance, key, id, SCAN_MS)))
    ids.push(crypto.randomUUID())
    const runs = await Promise.all(ids.map((id) => remote('gate', id)))
    expect(runs.map(({ code }) => code)).toEqual([1, 0, 3, 4])
    expect(runs[0]?.stdout).toMatch(/^FAILED · 3 findings at or above high\n {2}CRITICAL {2}SQL/)
    expect(runs[1]?.stdout).toBe('PASSED · 0 findings at or above high\n')
    expect(runs[2]?.stdout).toContain('the scan failed')
    expect(runs[3]?.stderr).toContain('(not_found)')
    const [failed = '', passed = ''] = ids
    expect(await remote('gate', passed, '--fail-on', 'low')).toMatchObject({ code: 1 })
    const asked = await remote('gate', failed, '--json', '--fail-on', 'critical')
    expect(JSON.parse(asked.stdout)).toMatchObject({ passed: false, failing_count: 3 })
  })

  it('checks: every check with what it stands for', async () => {
    const Facts = z.array(z.looseObject({ id: z.string(), cwe: z.string(), owasp: z.string() }))
    const [table, json] = [await remote('checks'), await remote('checks', '--json')]
    expect([table.code, json.code]).toEqual([0, 0])
    const checks = Facts.parse(JSON.parse(json.stdout))
    expect(checks.length).toBeGreaterThanOrEqual(45)
    const lines = table.stdout.split('\n')
    for (const { id, cwe, owasp } of checks) {
      const line = lines.find((line) => line.startsWith(`${id} `)) ?? ''
      for (const word of [cwe, owasp]) expect(line).toContain(word)
    }
  })

  it('explain: a check, and a finding by its id', async () => {
    const check = await remote('explain', 'sqli.error')
    expect(check).toMatchObject({ code: 0, stderr: '' })
    for (const word of ['CWE-89', 'A05:2025', 'CVSS 9.8', 'What is sent', 'How to mend it']) {
      expect(check.stdout).toContain(word)
    }
    const scan = await remote('scan', tiny.url, '--json')
    const finding = issuesOf(Scan.parse(JSON.parse(scan.stdout))).find(
      ({ check_id: id }) => id === 'xss.reflected',
    )
    const found = await remote('explain', finding?.id ?? '')
    expect(found).toMatchObject({ code: 0, stderr: '' })
    for (const word of ['GET /hello?name=', 'HTTP/1.1 200', 'User-Agent: Palisade/']) {
      expect(found.stdout).toContain(word)
    }
    expect(await remote('explain', '0123456789abcdef')).toMatchObject({ code: 2 })
  })

  it('is what npx runs in the repository', async () => {
    const env = { ...process.env, npm_config_cache: path.join(folder, 'npm') }
    const args = ['--offline', '--no-install', 'palisade', '--version']
    const { stdout } = await promisify(execFile)('npx', args, { env })
    const { version } = z
      .looseObject({ version: z.string() })
      .parse(JSON.parse(await readFile('package.json', 'utf8')))
    expect(stdout).toBe(`${version}\n`)
  })
})
