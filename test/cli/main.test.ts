import { describe, expect, it } from 'vitest'

import { aFinding, aScan } from './support.ts'
import { run } from './run-main.ts'
import { progressData, stream, type Script } from './fake-server.ts'

const SCAN_ID = '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11'

const gate = (over: object = {}) => ({
  passed: true,
  fail_on: 'high',
  counts: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
  failing_count: 0,
  failing: [],
  ...over,
})
const FAILS = gate({
  passed: false,
  failing_count: 1,
  failing: [{ title: 'Reflected \u001b[2Jcross-site scripting', severity: 'high' }],
})

const script = (over: Script = {}): Script => ({
  'POST /api/v1/scan': [{ status: 202, json: { scan_id: SCAN_ID, status: 'running' } }],
  [`GET /api/scan/${SCAN_ID}/progress`]: [
    stream([
      { id: 1, type: 'progress', data: progressData('crawl', 20) },
      { id: 2, type: 'finding', data: aFinding() },
      { id: 3, type: 'done' },
    ]),
  ],
  [`GET /api/scan/${SCAN_ID}`]: [{ json: aScan() }],
  [`GET /api/scan/${SCAN_ID}/coverage`]: [
    { json: { items: [{ check_id: 'a', outcome: 'passed', reason: null }], pages: 1 } },
  ],
  [`GET /api/v1/scan/${SCAN_ID}/gate`]: [{ json: FAILS }],
  ...over,
})
const TARGET = 'http://127.0.0.1:3000'

describe('palisade scan', () => {
  it('starts by v1, shows progress on standard error, results on standard output, exits 1', async () => {
    const { exitCode, out, err, seen } = await run(['scan', TARGET], { script: script() })
    expect(exitCode).toBe(1)
    expect(out).toContain('Reflected cross-site scripting')
    expect(out).toContain('1 check passed')
    expect(out).toContain('200 requests')
    expect(err).toContain('crawl')
    expect(out).not.toContain('crawl')
    const [start] = seen
    expect(start).toMatchObject({ method: 'POST', path: '/api/v1/scan' })
    expect(JSON.parse(start?.body ?? '')).toEqual({ target_url: TARGET })
    expect(seen.every(({ headers }) => headers['x-service-key'] === 'psk_live_s3cret')).toBe(true)
    expect(out + err).not.toContain('s3cret')
    expect(seen.find(({ path }) => path.includes('/gate'))?.path).toMatch(/\?fail_on=high$/)
  })

  it('exits 0 when the gate passes', async () => {
    const passes = script({ [`GET /api/v1/scan/${SCAN_ID}/gate`]: [{ json: gate() }] })
    expect((await run(['scan', TARGET], { script: passes })).exitCode).toBe(0)
  })

  it('prints exactly one JSON document with --json, and nothing else with --quiet', async () => {
    const argv = ['scan', TARGET, '--json', '--quiet']
    const { exitCode, out, err } = await run(argv, { script: script() })
    expect(exitCode).toBe(1)
    expect(JSON.parse(out)).toEqual(aScan())
    expect(err).toBe('')
  })

  it('does not ask the gate with --fail-on never', async () => {
    const { exitCode, seen } = await run(['scan', TARGET, '--fail-on', 'never'], {
      script: script(),
    })
    expect(exitCode).toBe(0)
    expect(seen.some(({ path }) => path.includes('/gate'))).toBe(false)
  })

  it('exits 3 when the scan failed, and tells why', async () => {
    const error = { code: 'target_unreachable', message: 'Nothing answered.' }
    const scan = aScan({ status: 'failed', results: null, error })
    const failed = script({ [`GET /api/scan/${SCAN_ID}`]: [{ json: scan }] })
    const { exitCode, out } = await run(['scan', TARGET], { script: failed })
    expect(exitCode).toBe(3)
    expect(out).toContain('target_unreachable')
  })

  it('exits 4 with the code when the server refuses', async () => {
    const refusal = { error: 'Not \u001b[31mthis host.', code: 'target_not_allowed' }
    const refuses = script({ 'POST /api/v1/scan': [{ status: 400, json: refusal }] })
    const { exitCode, out, err } = await run(['scan', TARGET], { script: refuses })
    expect({ exitCode, out }).toEqual({ exitCode: 4, out: '' })
    expect(err).toBe('palisade: The server refused (target_not_allowed): Not \\x1b[31mthis host.\n')
  })

  it('resumes a broken stream after the last event it saw', async () => {
    const path = `GET /api/scan/${SCAN_ID}/progress`
    const resumes = script({
      [path]: [
        stream([{ id: 7, type: 'progress', data: progressData('crawl', 20) }]),
        stream([{ id: 8, type: 'done' }]),
      ],
    })
    const { exitCode, seen } = await run(['scan', TARGET], { script: resumes })
    expect(exitCode).toBe(1)
    const streams = seen.filter((request) => request.path.endsWith('/progress'))
    expect(streams.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '7'])
  })

  it('falls back to asking when there is no stream', async () => {
    const running = aScan({ status: 'running', results: null, completed_at: null })
    const polls = script({
      [`GET /api/scan/${SCAN_ID}/progress`]: [
        { status: 503, json: { error: 'No.', code: 'unavailable' } },
      ],
      [`GET /api/scan/${SCAN_ID}`]: [{ json: running }, { json: aScan() }],
    })
    const { exitCode, seen } = await run(['scan', TARGET], { script: polls })
    expect(exitCode).toBe(1)
    expect(seen.filter(({ path }) => path.endsWith('/progress'))).toHaveLength(3)
  })

  it('aborts the scan first when it is interrupted, and exits 130', async () => {
    const controller = new AbortController()
    const interrupted = script({
      [`GET /api/scan/${SCAN_ID}/progress`]: [
        (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          response.write(': connected\n\n')
          controller.abort()
        },
      ],
      [`POST /api/scan/${SCAN_ID}/abort`]: [{ json: { scan_id: SCAN_ID, status: 'failed' } }],
    })
    const options = { script: interrupted, interrupted: controller.signal }
    const { exitCode, out, seen } = await run(['scan', TARGET], options)
    expect({ exitCode, out }).toEqual({ exitCode: 130, out: '' })
    expect(seen.some(({ path }) => path.endsWith('/abort'))).toBe(true)
  })

  it('aborts the scan when --timeout has passed, shows what there is, and exits 3', async () => {
    const error = { code: 'aborted', message: 'The scan was aborted on request.' }
    const times = script({
      [`GET /api/scan/${SCAN_ID}/progress`]: [
        (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          response.write(': connected\n\n')
        },
      ],
      [`POST /api/scan/${SCAN_ID}/abort`]: [{ json: { scan_id: SCAN_ID, status: 'failed' } }],
      [`GET /api/scan/${SCAN_ID}`]: [{ json: aScan({ status: 'failed', error }) }],
    })
    const { exitCode, out, err } = await run(['scan', TARGET, '--timeout', '1'], { script: times })
    expect(exitCode).toBe(3)
    expect(err).toContain('did not end within 1 s')
    expect(out).toContain('Reflected cross-site scripting')
  })

  it('shows one live line per phase on a terminal', async () => {
    const phases = script({
      [`GET /api/scan/${SCAN_ID}/progress`]: [
        stream([
          { id: 1, type: 'progress', data: progressData('crawl', 10) },
          { id: 2, type: 'progress', data: progressData('crawl', 20) },
          { id: 3, type: 'progress', data: progressData('input\u001b[2J', 50) },
          { id: 4, type: 'done' },
        ]),
      ],
    })
    const { err } = await run(['scan', TARGET], { script: phases, isLive: true })
    expect(err.split('\n').filter((line) => line.includes('crawl'))).toHaveLength(1)
    expect(err).toContain('input\\x1b[2J')
  })
})

describe('palisade gate', () => {
  it('prints the verdict and exits by it', async () => {
    const argv = ['gate', SCAN_ID, '--fail-on', 'medium', '--allow-partial']
    const { exitCode, out, seen } = await run(argv, { script: script() })
    expect(exitCode).toBe(1)
    expect(out).toContain('FAILED · 1 finding at or above high')
    expect(out).toContain('HIGH      Reflected \\x1b[2Jcross-site scripting')
    expect(seen[0]?.path).toMatch(/\?fail_on=medium&allow_partial=true$/)
  })

  it('exits 4 for a scan that is still running', async () => {
    const refusal = { error: 'The scan has not completed yet.', code: 'scan_not_completed' }
    const busy = script({
      [`GET /api/v1/scan/${SCAN_ID}/gate`]: [
        { status: 409, headers: { 'retry-after': '5' }, json: refusal },
      ],
    })
    const { exitCode, err } = await run(['gate', SCAN_ID], { script: busy })
    expect(exitCode).toBe(4)
    expect(err).toContain('(scan_not_completed): The scan has not completed yet. Try again in 5 s.')
  })
})

describe('palisade explain <finding-id>', () => {
  it('searches the latest scans', async () => {
    const list = { items: [aScan({ status: 'running', id: 'x' }), aScan()] }
    const searches = script({ 'GET /api/scans': [{ json: list }] })
    const { exitCode, out } = await run(['explain', aFinding().id], { script: searches })
    expect(exitCode).toBe(0)
    expect(out).toContain('Reflected cross-site scripting')
    expect(out).toContain('A value of the request is written into the page')
  })

  it('says when there is none', async () => {
    const none = script({ 'GET /api/scans': [{ json: { items: [] } }] })
    const { exitCode, err } = await run(['explain', 'abcdef0123456789'], { script: none })
    expect({ exitCode, err }).toEqual({
      exitCode: 2,
      err: 'palisade: No finding abcdef0123456789 in the latest 20 scans.\n',
    })
  })
})
