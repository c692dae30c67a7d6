import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { main } from '../../../cli/main.ts'
import type { Scan } from '../../../cli/wire.ts'
import { LIMITS } from '../../../src/limits.ts'
import { startFakeServer, stream, type Reply, type Script } from '../fake-server.ts'
import { aScan, fakeTerminal } from '../support.ts'

const SCAN_ID = '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11'
const TARGET = 'http://127.0.0.1:3000'
const SPEC = 'openapi: 3.1.0\npaths:\n  /a:\n    get: {}\n'

let cwd = ''
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'palisade-openapi-'))
  await writeFile(join(cwd, 'api.yaml'), SPEC)
  await writeFile(join(cwd, 'huge.json'), '')
  await truncate(join(cwd, 'huge.json'), LIMITS.openapiBodyBytes + 1)
})
afterAll(() => rm(cwd, { recursive: true }))

const operation = (path: string, reason: string | null) => ({
  method: 'GET',
  path,
  operation_id: null,
  tested: reason === null,
  status: reason === null ? 200 : null,
  requests: reason === null ? 3 : 0,
  reason,
})
const REFUSED = 'it was answered with 401: it needs credentials'
type Api = NonNullable<NonNullable<Scan['results']>['api']>
const scanned = (api: Api) => {
  const nothing = { vulnerabilities: [], performance: null, tech_stack: [], partial: false }
  return aScan({ scan_type: 'api', results: { ...nothing, api } })
}
const STARTED: Reply = {
  status: 202,
  json: {
    scan_id: SCAN_ID,
    status: 'running',
    operations: 2,
    skipped: [{ operation: 'DELETE /a', reason: 'DELETE is never sent' }],
  },
}
const script = (over: Script = {}): Script => ({
  'POST /api/scan/from-openapi': [STARTED],
  [`GET /api/scan/${SCAN_ID}/progress`]: [stream([{ id: 1, type: 'done' }])],
  [`GET /api/scan/${SCAN_ID}`]: [
    {
      json: scanned({
        descriptions: [{ url: null, reason: null }],
        operations: [operation('/a', null), operation('/b\u001b[2J', REFUSED)],
      }),
    },
  ],
  ...over,
})

async function run(given: string, options: Readonly<{ script?: Script; args?: string[] }> = {}) {
  const { terminal, written } = fakeTerminal({ columns: 100 })
  const server = await startFakeServer(options.script ?? script())
  const env = { PALISADE_SERVER: server.url, PALISADE_KEY: 'psk_live_s3cret' }
  const interrupted = new AbortController().signal
  const argv = ['scan', TARGET, '--fail-on', 'never', '--openapi', given, ...(options.args ?? [])]
  try {
    const exitCode = await main(argv, { env, cwd, interrupted }, terminal)
    return { exitCode, ...written, seen: server.seen }
  } finally {
    await server.close()
  }
}

describe('palisade scan --openapi', () => {
  it('sends a file as text, beside the other options of the scan', async () => {
    const { exitCode, err, seen } = await run('api.yaml', { args: ['--profile', 'gate'] })
    expect(exitCode).toBe(0)
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/api/scan/from-openapi' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      target_url: TARGET,
      profile: 'gate',
      spec: SPEC,
    })
    expect(err).toContain('2 operations described, 1 are not sent\n')
  })

  it('leaves a URL to the server, and reads nothing of it', async () => {
    const url = 'https://api.example.com/openapi.json'
    const { exitCode, seen } = await run(url)
    expect(exitCode).toBe(0)
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ target_url: TARGET, spec_url: url })
  })

  it('prints how many operations were tested, and each that was not with its reason', async () => {
    const { out } = await run('api.yaml')
    expect(out).toContain('API: 1 of 2 operations tested.')
    expect(out).toContain(`  not tested: GET /b\\x1b[2J: ${REFUSED}`)
    expect(out).not.toContain('not tested: GET /a')
  })

  it('prints twenty of them and how many more there are, and what was not used', async () => {
    const many = Array.from({ length: 23 }, (_, nth) => operation(`/o/${nth}`, REFUSED))
    const reason = 'its servers are elsewhere'
    const json = scanned({
      descriptions: [{ url: `${TARGET}/openapi.json`, reason }],
      operations: many,
    })
    const { out } = await run('api.yaml', {
      script: script({ [`GET /api/scan/${SCAN_ID}`]: [{ json }] }),
    })
    expect(out.match(/not tested: GET/g)).toHaveLength(20)
    expect(out).toContain('  and 3 more: see --json')
    expect(out).toContain(`The description at ${TARGET}/openapi.json was not used: ${reason}`)
  })

  it('says so when an api scan found no description', async () => {
    const json = scanned({ descriptions: [], operations: [] })
    const { out } = await run('api.yaml', {
      script: script({ [`GET /api/scan/${SCAN_ID}`]: [{ json }] }),
    })
    expect(out).toContain('API: no description was found; give one with --openapi.')
  })
})

describe('palisade scan --openapi: what cannot be read is wrong usage, and nothing is sent', () => {
  it.each([
    ['none.yaml', '--openapi: none.yaml cannot be read. Give a file, or a URL with its scheme.'],
    ['.', '--openapi: . cannot be read. Give a file, or a URL with its scheme.'],
    ['huge.json', `--openapi: huge.json is larger than ${LIMITS.openapiBodyBytes} bytes.`],
    ['http://', '"http://" is not a URL.'],
    [
      'https://u:p4ss@api.example.com/',
      'The URL holds a user name or password. Use --header, --cookie or --token.',
    ],
  ])('%s exits 2', async (given, message) => {
    const { exitCode, out, err, seen } = await run(given)
    expect({ exitCode, out, seen }).toEqual({ exitCode: 2, out: '', seen: [] })
    expect(err).toBe(`palisade: ${message}\n`)
  })
})

it('exits 4 when the server refuses the description, with its reason', async () => {
  const error = 'The description is not valid: it has neither "openapi" nor "swagger".'
  const refusal = { status: 400, json: { error, code: 'invalid_openapi' } }
  const { exitCode, out, err, seen } = await run('api.yaml', {
    script: script({ 'POST /api/scan/from-openapi': [refusal] }),
  })
  expect({ exitCode, out }).toEqual({ exitCode: 4, out: '' })
  expect(err).toBe(`palisade: The server refused (invalid_openapi): ${error}\n`)
  expect(seen).toHaveLength(1)
})
