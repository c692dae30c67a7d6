import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { openCommandLine } from '../support/e2e-cli.ts'
import { runCli } from '../support/e2e-instance.ts'
import { freePort } from '../support/free-port.ts'
import { readScan, Scan } from '../support/e2e-scan.ts'
import { until } from '../support/until.ts'

const READY_MS = 90_000

const tiny = await startTiny()
const { instance, key, folder, remote, close } = await openCommandLine()
afterAll(() => Promise.all([tiny.close(), close()]))

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

  // What is wrong usage is told in test/cli/usage.test.ts; here, what a real process says of it.
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
    await until(
      () => existsSync(path.join(folder, 'held/lock')),
      READY_MS,
      'the state is not locked',
    )
    for (const name of ['serve', 'scan'] as const) {
      const run = await runCli(name === 'scan' ? args : [name], { ...env, PORT: '0' })
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toMatch(/^palisade: .*held is in use by process \d+\..*\n$/)
    }
    expect(await first).toMatchObject({ code: 3 })
  })
})
