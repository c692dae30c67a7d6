import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { main } from '../../../cli/main.ts'
import { startFakeServer, stream, type Script } from '../fake-server.ts'
import { aScan, fakeTerminal } from '../support.ts'

const SCAN_ID = '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11'
const BODY = Buffer.from('\ufeffscan_id,ü\r\n\u0000ÿ')
const sends = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream' })
  response.end(BODY)
}
const LATER = { status: 202, headers: { 'retry-after': '0' }, json: { status: 'rendering' } }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palisade-report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function run(argv: readonly string[], script: Script) {
  const { terminal, written } = fakeTerminal()
  const server = await startFakeServer(script)
  try {
    const env = { PALISADE_SERVER: server.url, PALISADE_KEY: 'psk_live_s3cret' }
    const world = { env, cwd: folder, interrupted: new AbortController().signal }
    return { exitCode: await main(argv, world, terminal), ...written, seen: server.seen }
  } finally {
    await server.close()
  }
}
const report = (script: Script, ...options: readonly string[]) =>
  run(['report', SCAN_ID, ...options], script)
const at = (path: string) => `GET /api/scan/${SCAN_ID}/${path}`

describe('palisade report', () => {
  it.each([
    ['pdf', 'report'],
    ['docx', 'docx'],
    ['sarif', 'sarif'],
    ['junit', 'export/junit.xml'],
    ['burp', 'export/burp'],
    ['stix', 'export/stix'],
    ['csv', 'export/csv'],
    ['json', 'export/json'],
    ['md', 'export/md'],
    ['html', 'export/html'],
    ['defectdojo', 'export/defectdojo.json'],
    ['zip', 'export/zip'],
  ])('writes %s as it came, byte for byte, and says so', async (format, path) => {
    const answer = await report({ [at(path)]: [sends] }, '--format', format, '--out', 'out')
    const err = `Wrote ${join(folder, 'out')} (${BODY.length} B)\n`
    expect(answer).toMatchObject({ exitCode: 0, out: '', err })
    expect(readFileSync(join(folder, 'out'))).toEqual(BODY)
  })

  it('waits for a file that is still being made, and tells it', async () => {
    const script = { [at('report')]: [LATER, LATER, sends] }
    const answer = await report(script, '--format', 'pdf', '--out', 'a.pdf')
    expect(answer.exitCode).toBe(0)
    expect(answer.err.match(/The pdf is still being made …/g)).toHaveLength(2)
    expect(readFileSync(join(folder, 'a.pdf'))).toEqual(BODY)
    const quiet = await report(script, '--format', 'pdf', '--out', 'b.pdf', '--quiet')
    expect(quiet).toMatchObject({ exitCode: 0, err: '' })
  })

  it('gives a file up that is never made', async () => {
    const answer = await report({ [at('report')]: [LATER] }, '--format', 'pdf', '--out', 'a.pdf')
    expect(answer.exitCode).toBe(4)
    expect(answer.err).toContain('The file was not made in time.')
    expect(readdirSync(folder)).toEqual([])
  })

  it('writes several formats into a folder', async () => {
    const script = { [at('report')]: [sends], [at('export/junit.xml')]: [sends] }
    const options = ['--format', 'pdf,junit', '--format', 'junit', '--out', 'a/b']
    expect((await report(script, ...options)).exitCode).toBe(0)
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['report.junit.xml', 'report.pdf'])
  })

  it('writes to standard output without --out, and nothing else', async () => {
    const script = { [at('sarif')]: [{ json: { version: '2.1.0' } }] }
    const answer = await report(script, '--format', 'sarif')
    expect(answer).toMatchObject({ exitCode: 0, out: '{"version":"2.1.0"}', err: '' })
  })

  it('exits 4 for a running scan, and writes no file', async () => {
    const refusal = { error: 'The scan has not completed yet.', code: 'scan_not_completed' }
    const busy = { [at('sarif')]: [{ status: 409, json: refusal }] }
    const answer = await report(busy, '--format', 'sarif', '--out', 'file')
    expect(answer).toMatchObject({ exitCode: 4, out: '' })
    expect(answer.err).toContain('(scan_not_completed)')
    expect(readdirSync(folder)).toEqual([])
  })

  it('exits 2 when the file cannot be written', async () => {
    const script = { [at('sarif')]: [{ json: {} }] }
    const answer = await report(script, '--format', 'sarif', '--out', '/nonexistent/file')
    expect(answer.exitCode).toBe(2)
    expect(answer.err).toMatch(/^palisade: --out cannot be written: ENOENT.*\n$/)
  })
})

describe('palisade scan --out', () => {
  const GATE = {
    passed: false,
    fail_on: 'high',
    counts: { critical: 0, high: 1, medium: 0, low: 0, info: 0 },
    failing_count: 1,
    failing: [{ title: 'Cross-site scripting', severity: 'high' }],
  }
  const scanned = (over: Script): Script => ({
    'POST /api/v1/scan': [{ status: 202, json: { scan_id: SCAN_ID, status: 'running' } }],
    [at('progress')]: [stream([{ id: 1, type: 'done' }])],
    [`GET /api/scan/${SCAN_ID}`]: [{ json: aScan() }],
    [at('coverage')]: [{ json: { items: [], pages: 1 } }],
    [`GET /api/v1/scan/${SCAN_ID}/gate`]: [{ json: GATE }],
    ...over,
  })
  const scan = (script: Script, ...options: readonly string[]) =>
    run(['scan', 'http://127.0.0.1:3000', ...options], scanned(script))

  it('writes the formats once the scan has ended, and exits by the gate all the same', async () => {
    const files = { [at('sarif')]: [sends], [at('docx')]: [LATER, sends] }
    const answer = await scan(files, '--out', 'reports', '--format', 'sarif,docx', '--json')
    expect(answer.exitCode).toBe(1)
    expect(readdirSync(join(folder, 'reports'))).toEqual(['report.docx', 'report.sarif'])
    expect(answer.err).toContain(`Wrote ${join(folder, 'reports/report.sarif')}`)
    expect(JSON.parse(answer.out)).toMatchObject({ id: SCAN_ID })
  })

  it('writes nothing of a scan without results, and exits 3', async () => {
    const error = { code: 'target_unreachable', message: 'No answer.' }
    const failed = aScan({ status: 'failed', results: null, error })
    const script = { [`GET /api/scan/${SCAN_ID}`]: [{ json: failed }] }
    const answer = await scan(script, '--out', 'reports', '--format', 'pdf')
    expect(answer.exitCode).toBe(3)
    expect(answer.err).toContain('no files were written')
    expect(readdirSync(join(folder, 'reports'))).toEqual([])
  })

  it('starts no scan when the folder cannot be made', async () => {
    const answer = await scan({}, '--out', '/dev/null/x', '--format', 'pdf')
    expect(answer.exitCode).toBe(2)
    expect(answer.seen).toEqual([])
  })
})
