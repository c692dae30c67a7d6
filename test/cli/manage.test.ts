import { afterEach, describe, expect, it } from 'vitest'

import { main } from '../../cli/main.ts'
import { startFakeServer, type Script } from './fake-server.ts'
import { fakeTerminal } from './support.ts'

let server: Awaited<ReturnType<typeof startFakeServer>> | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function run(line: string, script: Script = {}) {
  const { terminal, written } = fakeTerminal({ columns: 120 })
  server = await startFakeServer(script)
  const env = { PALISADE_SERVER: server.url, PALISADE_KEY: 'psk_live_s3cret' }
  const world = { env, cwd: '/', interrupted: new AbortController().signal }
  const exitCode = await main(line.split(' '), world, terminal)
  return { exitCode, ...written, seen: server.seen }
}

const KEY = {
  id: 'k1',
  name: 'ci',
  scopes: ['read', 'scan'],
  allowed_hosts: null,
  expires_at: null,
  last_used_at: '2026-11-20T09:00:00',
  rotated_to: null,
}
const NEW = { ...KEY, key: 'psk_live_new' }
const TARGET = {
  id: 't1',
  host: 'shop.dev',
  proof: {
    dns_txt: { name: '_palisade.shop.dev', value: 'palisade-verification=abc' },
    file: { path: '/.well-known/palisade.txt', content: 'abc' },
    meta: { tag: '<meta name="palisade-verification" content="abc">' },
  },
  verified_at: null,
  verified_by: null,
}
const TARGETS = { 'GET /api/assets': [{ json: { items: [TARGET], pages: 1 } }] }

describe('palisade keys', () => {
  it('lists them', async () => {
    const rotated = { ...KEY, id: 'k2', expires_at: '2026-11-21T10:00:00', rotated_to: 'k3' }
    const script = { 'GET /api/keys': [{ json: { items: [KEY, rotated], total: 2 } }] }
    const { exitCode, out } = await run('keys list', script)
    expect(exitCode).toBe(0)
    expect(out).toMatch(/Id +Name +Scopes +Hosts +Expires +Last used\n/)
    expect(out).toMatch(/k1 +ci +read scan +any +never +2026-11-20T09:00:00\n/)
    expect(out).toContain('2026-11-21T10:00:00 (rotated)')
  })

  it('makes one and prints it alone', async () => {
    const script = { 'POST /api/keys': [{ status: 201, json: NEW }] }
    const { exitCode, out, err, seen } = await run(
      'keys create --name ci --scope read --scope scan --host a.dev --expires 2027-01-01T00:00:00',
      script,
    )
    expect([exitCode, out]).toEqual([0, 'psk_live_new\n'])
    expect(err).toBe('Key k1 (read, scan). It is shown this once and kept nowhere.\n')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      name: 'ci',
      scopes: ['read', 'scan'],
      allowed_hosts: ['a.dev'],
      expires_at: '2027-01-01T00:00:00',
    })
  })

  it('rotates and revokes by id', async () => {
    const rotated = { ...NEW, replaces: 'k0', old_key_expires_at: '2026-11-21T10:00:00' }
    const rotate = await run('keys rotate k0', {
      'POST /api/keys/k0/rotate': [{ status: 201, json: rotated }],
    })
    expect(rotate.out).toBe('psk_live_new\n')
    expect(rotate.err).toContain('The old key works until 2026-11-21T10:00:00 UTC.')
    await server?.close()
    const revoke = await run('keys revoke k0', {
      'DELETE /api/keys/k0': [{ json: { id: 'k0', revoked: true, message: 'It is revoked.' } }],
    })
    expect([revoke.exitCode, revoke.out, revoke.err]).toEqual([0, '', 'It is revoked.\n'])
  })

  it('prints one JSON document on request', async () => {
    const script = { 'POST /api/keys': [{ status: 201, json: NEW }] }
    const { out, err } = await run('keys create --name ci --json', script)
    expect([JSON.parse(out), err]).toEqual([NEW, ''])
  })

  it.each([
    ['keys', /Missing <list\|create\|rotate\|revoke>/],
    ['keys steal', /"steal" is none of list, create, rotate, revoke/],
    ['keys rotate', /Missing <key-id>: palisade keys rotate <key-id>/],
    ['keys list k1', /takes options only/],
    ['keys list --name a', /--name does not go with palisade keys list/],
    ['keys create', /Missing --name/],
    ['keys rotate k1 k2', /takes .* only/],
    ['keys constructor', /none of/],
  ])('%s is wrong usage', async (line, message) => {
    const { exitCode, err, seen } = await run(line)
    expect(exitCode).toBe(2)
    expect(err).toMatch(message)
    expect(seen).toEqual([])
  })

  it('tells the code of a refusal', async () => {
    const json = { error: 'No more.', code: 'asset_limit_reached' }
    const script = { 'POST /api/keys': [{ status: 403, json }] }
    const { exitCode, err } = await run('keys create --name ci', script)
    expect([exitCode, err]).toEqual([
      4,
      'palisade: The server refused (asset_limit_reached): No more.\n',
    ])
  })
})

describe('palisade targets', () => {
  it('adds one and says how to prove it', async () => {
    const script = { 'POST /api/assets': [{ status: 201, json: TARGET }] }
    const { exitCode, out, seen } = await run('targets add shop.dev', script)
    expect(exitCode).toBe(0)
    expect(seen[0]?.body).toBe('{"host":"shop.dev"}')
    expect(out).toContain('_palisade.shop.dev TXT "palisade-verification=abc"')
    expect(out).toContain('https://shop.dev/.well-known/palisade.txt with the text abc')
    expect(out).toContain(TARGET.proof.meta.tag)
  })

  it.each([
    [true, 0, 'is proven'],
    [false, 1, 'is not proven'],
  ])('verifies by host: %s exits with %i', async (verified, code, text) => {
    const checked = [{ method: 'dns_txt', result: 'absent', why: 'No TXT record has it.' }]
    const script = {
      ...TARGETS,
      'POST /api/assets/t1/verify': [{ json: { ...TARGET, verified, checked } }],
    }
    const { exitCode, out } = await run('targets verify SHOP.dev', script)
    expect(exitCode).toBe(code)
    expect(out).toBe(`shop.dev ${text}.\n  dns_txt No TXT record has it.\n`)
  })

  it('lists and removes', async () => {
    const listed = await run('targets list', TARGETS)
    expect(listed.out).toMatch(/shop\.dev +no +t1\n/)
    await server?.close()
    const json = { id: 't1', deleted: true, message: 'The asset is removed.' }
    const removed = await run('targets remove t1', {
      ...TARGETS,
      'DELETE /api/assets/t1': [{ json }],
    })
    expect([removed.exitCode, removed.err]).toEqual([0, 'The asset is removed.\n'])
    await server?.close()
    const unknown = await run('targets remove other.dev', TARGETS)
    expect([unknown.exitCode, unknown.err]).toEqual([2, expect.stringContaining('no target')])
  })
})
