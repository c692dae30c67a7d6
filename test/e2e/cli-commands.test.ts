import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { openCommandLine, QUICK, startLikely, startLow } from '../support/e2e-cli.ts'
import { freePort } from '../support/free-port.ts'
import { issuesOf, Scan, startScan, untilEnded } from '../support/e2e-scan.ts'

const SCAN_MS = 120_000

const [tiny, low, likely] = await Promise.all([startTiny(), startLow(), startLikely()])
const { instance, key, folder, remote, local, close } = await openCommandLine()
afterAll(() => Promise.all([tiny.close(), low.close(), likely.close(), close()]))

describe('secrets on the command line', () => {
  const secrets = ['token', 'cookie', 'header'].map((name) => `canary-${name}-x7Qm2LpR9`)
  const [token = '', cookie = '', header = ''] = secrets
  it('are shown neither in results nor in progress nor in the log', async () => {
    const args = ['--profile', 'gate', '--header', `X-Team: ${header}`, '--fail-on', 'never']
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
    const ids = await Promise.all(targets.map((target) => startScan(instance, key, target, QUICK)))
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
    const scan = await remote('scan', tiny.url, '--json', '--profile', 'gate')
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
