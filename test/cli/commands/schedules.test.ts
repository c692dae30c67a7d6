import { afterEach, describe, expect, it } from 'vitest'

import { main } from '../../../cli/main.ts'
import { startFakeServer, type Script } from '../fake-server.ts'
import { fakeTerminal } from '../support.ts'

const ID = '7a1f0c52-93d4-4b6e-8a17-52c9e0b4d310'
const PATH = '/api/scheduled-scans'
const schedule = (over: object = {}) => ({
  id: ID,
  target_url: 'https://shop.example',
  scan_type: 'vuln',
  interval_hours: 24,
  enabled: true,
  next_run_at: '2026-11-23T10:00:00',
  last_status: 'completed',
  ...over,
})

let server: Awaited<ReturnType<typeof startFakeServer>> | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function run(argv: readonly string[], script: Script = {}) {
  const { terminal, written } = fakeTerminal()
  server = await startFakeServer(script)
  const env = { PALISADE_SERVER: server.url, PALISADE_KEY: 'psk_live_s3cret' }
  const interrupted = new AbortController().signal
  const words = ['schedules', ...argv]
  const exitCode = await main(words, { env, cwd: '/', interrupted }, terminal)
  return { exitCode, ...written, seen: server.seen }
}

describe('palisade schedules', () => {
  it('lists them, also as JSON, and says when there are none', async () => {
    const list = {
      items: [schedule(), schedule({ next_run_at: null, last_status: null })],
      total: 2,
    }
    const script = { [`GET ${PATH}`]: [{ json: list }] }
    const { exitCode, out } = await run(['list'], script)
    expect(exitCode).toBe(0)
    expect(out).toBe(
      `${ID}  https://shop.example  vuln every 24 h · next 2026-11-23T10:00:00 · last completed\n` +
        `${ID}  https://shop.example  vuln every 24 h · off\n`,
    )
    await server?.close()
    expect(JSON.parse((await run(['list', '--json'], script)).out)).toEqual(list)
    await server?.close()
    const none = { [`GET ${PATH}`]: [{ json: { items: [], total: 0 } }] }
    expect((await run(['list'], none)).out).toBe('There are no schedules.\n')
  })

  it('adds one with the options of a scan and its own', async () => {
    const words = ['add', 'https://shop.example', '--interval-hours', '24', '--type', 'vuln']
    const more = ['--tag', 'nightly', '--token', 't', '--notify-email', 'ops@shop.example']
    const hook = ['--webhook-url', 'https://hooks.example/x', '--scan-authorized']
    const script = { [`POST ${PATH}`]: [{ status: 201, json: schedule() }] }
    const { exitCode, out, seen } = await run([...words, ...more, ...hook], script)
    expect([exitCode, out.startsWith(ID)]).toEqual([0, true])
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      target_url: 'https://shop.example',
      scan_type: 'vuln',
      tags: ['nightly'],
      auth_config: { type: 'token', token: 't' },
      scan_authorized: true,
      interval_hours: 24,
      notify_email: 'ops@shop.example',
      webhook_url: 'https://hooks.example/x',
    })
  })

  it('switches and removes one', async () => {
    const off = schedule({ enabled: false, next_run_at: null })
    const toggled = await run(['toggle', ID], { [`PUT ${PATH}/${ID}/toggle`]: [{ json: off }] })
    expect([toggled.exitCode, toggled.out]).toEqual([0, expect.stringContaining(' · off')])
    await server?.close()
    const gone = { id: ID, deleted: true, message: 'Gone.' }
    const removed = await run(['remove', ID], { [`DELETE ${PATH}/${ID}`]: [{ json: gone }] })
    expect([removed.exitCode, removed.out]).toEqual([0, `${ID}  removed; its scans are kept\n`])
  })

  it.each([
    [[], 'Missing <list|add|toggle|remove>'],
    [['show'], 'list, add, toggle, remove'],
    [['list', 'x'], 'options only'],
    [['add'], 'Missing <url>'],
    [['toggle'], 'Missing <id>'],
    [['remove'], 'Missing <id>'],
    [['add', 'https://a.example'], '--interval-hours'],
    [['add', 'https://a.example', '--interval-hours', '8761'], 'from 1 to 8760'],
    [['add', 'a.example', '--interval-hours', '1'], 'https://a.example'],
    [['remove', ID, ID], 'takes'],
  ])('%j is wrong usage: 2, and nothing is sent', async (argv, text) => {
    const { exitCode, err, seen } = await run(argv)
    expect([exitCode, seen]).toEqual([2, []])
    expect(err).toContain(text)
  })

  it('ends with 4 and the code when the server refuses', async () => {
    const refused = {
      status: 403,
      json: { error: 'Schedules need the Gold plan.', code: 'no_active_plan' },
    }
    const words = ['add', 'https://a.example', '--interval-hours', '1']
    const { exitCode, err } = await run(words, { [`POST ${PATH}`]: [refused] })
    expect([exitCode, err]).toEqual([4, expect.stringContaining('no_active_plan')])
  })

  it('has a help of its own', async () => {
    const { exitCode, out } = await run(['--help'])
    expect(exitCode).toBe(0)
    for (const word of ['--interval-hours N', '--notify-email', '--type', 'Exit codes']) {
      expect(out).toContain(word)
    }
    expect(out).not.toContain('--fail-on')
  })
})
