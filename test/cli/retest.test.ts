import { afterEach, describe, expect, it } from 'vitest'

import { main } from '../../cli/main.ts'
import { progressData, startFakeServer, stream, type Script } from './fake-server.ts'
import { fakeTerminal } from './support.ts'

let server: Awaited<ReturnType<typeof startFakeServer>> | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function run(words: readonly string[], script: Script) {
  const { terminal, written } = fakeTerminal({ columns: 120 })
  server = await startFakeServer(script)
  const env = { PALISADE_SERVER: server.url, PALISADE_KEY: 'psk_live_s3cret' }
  const world = { env, cwd: '/', interrupted: new AbortController().signal }
  const exitCode = await main(['retest', 's1', 'f1', ...words], world, terminal)
  return { exitCode, ...written, seen: server.seen }
}

const START = 'POST /api/scan/s1/findings/f1/retest'
const script = (outcome: string, reason: string | null, status = 'completed'): Script => ({
  [START]: [{ status: 202, json: { scan_id: 'r1', status: 'running' } }],
  'GET /api/scan/r1/progress': [
    stream([
      { id: 1, type: 'progress', data: progressData('attack', 50) },
      { id: 2, type: 'done' },
    ]),
  ],
  'GET /api/scan/r1': [
    {
      json: {
        id: 'r1',
        target_url: 'http://127.0.0.1/',
        scan_type: 'vuln',
        profile: 'gate',
        status,
        started_at: '2026-11-20T10:00:00',
        completed_at: '2026-11-20T10:00:01',
        summary: { risk_score: 0, critical: 0, high: 0, medium: 0, low: 0, info: 0 },
        results: null,
        error: null,
      },
    },
  ],
  'GET /api/scan/r1/coverage': [
    {
      json: {
        items: [{ check_id: 'ssti', outcome, points: 1, requests: 3, elapsed_ms: 5, reason }],
        total: 1,
        pages: 1,
      },
    },
  ],
})

describe('palisade retest', () => {
  it.each([
    ['passed', null, 0, 'FIXED'],
    ['found', null, 1, 'STILL THERE'],
    ['not_tested', 'its place answers with 403 now', 3, 'NOT TESTED · its place answers with 403'],
  ] as const)('ends by what became of the finding: %s', async (outcome, reason, code, text) => {
    const { exitCode, out, err } = await run([], script(outcome, reason))
    expect(out).toContain(text)
    expect(exitCode).toBe(code)
    expect(err).toContain('Testing again (scan r1)')
  })

  it('exits 3 where the re-test failed, and 4 where it was refused', async () => {
    expect((await run([], script('found', null, 'failed'))).exitCode).toBe(3)
    await server?.close()
    const refused = { status: 404, json: { error: 'Not found.', code: 'not_found' } }
    expect((await run([], { [START]: [refused] })).exitCode).toBe(4)
  })

  it('brings the credentials it is given', async () => {
    const words = ['--token', 't0ken', '--header', 'X-Tenant: a', '--quiet']
    const { seen, err } = await run(words, script('passed', null))
    expect(JSON.parse(seen.at(0)?.body ?? '')).toEqual({
      auth_config: { type: 'token', token: 't0ken' },
      custom_headers: { 'X-Tenant': 'a' },
    })
    expect(err).toBe('')
  })
})
