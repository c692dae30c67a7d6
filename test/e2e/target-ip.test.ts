import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { makeCertificate } from '../support/certificates.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { startScan, untilEnded } from '../support/e2e-scan.ts'

// The name resolves to 127.0.0.1, where a server must not see a single request of these scans.

const SCAN_MS = 90_000
const NAMED = '127.0.0.1'
const CHOSEN = '127.0.0.2'

const ca = makeCertificate({ cn: 'Palisade Test CA', isCa: true })
const leaf = makeCertificate({ cn: 'localhost', names: ['localhost'], issuer: ca })
const tls = { key: leaf.keyPem, cert: leaf.pem + ca.pem, ALPNProtocols: ['h2', 'http/1.1'] }

type Seen = Readonly<{ at: string; host: string; path: string; scan: string }>
const seen: Seen[] = []
const listenerOf =
  (at: string) =>
  ({ headers, url = '' }: IncomingMessage, response: ServerResponse): void => {
    const scan = String(headers['x-scan-id'] ?? '')
    seen.push({ at, host: headers.host ?? '', path: url, scan })
    response.setHeader('content-type', 'text/html')
    response.end(`<a href="/next?id=1">${at}</a>`)
  }

async function serveOn(secure: boolean, address: string, port: number) {
  const server = secure ? createHttps(tls, listenerOf(address)) : createHttp(listenerOf(address))
  server.listen(port, address)
  await once(server, 'listening')
  const bound = server.address()
  return { server, port: typeof bound === 'object' && bound !== null ? bound.port : 0 }
}
const plain = await serveOn(false, NAMED, 0)
const plainToo = await serveOn(false, CHOSEN, plain.port)
const secure = await serveOn(true, NAMED, 0)
const secureToo = await serveOn(true, CHOSEN, secure.port)
const servers = [plain, plainToo, secure, secureToo]

let folder = ''
let instance: Instance
let account: Account
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palisade-ca-'))
  await writeFile(join(folder, 'ca.pem'), ca.pem)
  instance = await startInstance({ NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') })
  account = await instance.account(null)
})
afterAll(async () => {
  await instance.stop()
  for (const { server } of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(folder, { recursive: true, force: true })
})

async function hitsOf(target: string, options: Readonly<Record<string, unknown>>) {
  const id = await startScan(instance, account.key, target, {
    profile: 'gate',
    max_pages: 12,
    max_requests: 150,
    ...options,
  })
  const scan = await untilEnded(instance, account.key, id, SCAN_MS)
  return { scan, hits: seen.filter((hit) => hit.scan === id) }
}

it.each([
  ['plain HTTP', 'http', plain.port],
  ['HTTPS, with the certificate checked against the name', 'https', secure.port],
])(
  'target_ip over %s: everything goes to that address and names the target',
  async (_, scheme, port) => {
    const target = `${scheme}://localhost:${port}/`
    const { scan, hits } = await hitsOf(target, { target_ip: CHOSEN })
    expect([scan.status, scan.error ?? null]).toEqual(['completed', null])
    expect(hits.length).toBeGreaterThan(20)
    expect(hits.map(({ path }) => path)).toContain('/next?id=1')
    expect(new Set(hits.map(({ at }) => at))).toEqual(new Set([CHOSEN]))
    const hosts = hits.filter(({ host }) => !host.endsWith('.example')).map(({ host }) => host)
    expect(new Set(hosts)).toEqual(new Set([`localhost:${port}`]))
  },
)

it('an https target is asked what its TLS is worth', async () => {
  const { scan } = await hitsOf(`https://localhost:${secure.port}/`, { scan_type: 'both' })
  const rows = scan.results?.vulnerabilities ?? []
  const outcomes = rows
    .filter(({ check_id: id }) => id.startsWith('tls.'))
    .map(({ check_id: id, status }) => [id, status])
  expect(Object.fromEntries(outcomes)).toEqual({
    'tls.protocol': 'safe',
    'tls.cipher': 'safe',
    'tls.certificate.dates': 'safe',
    'tls.certificate.name': 'safe',
    'tls.certificate.selfsigned': 'safe',
    'tls.certificate.strength': 'safe',
  })
  expect(scan.results).toMatchObject({ performance: { http2: true } })
})

it('without target_ip the name decides', async () => {
  const { scan, hits } = await hitsOf(`http://localhost:${plain.port}/`, {})
  expect(scan.status).toBe('completed')
  expect(new Set(hits.map(({ at }) => at))).toEqual(new Set([NAMED]))
})

it('a certificate for another name ends the scan: it is not the target', async () => {
  const { scan } = await hitsOf(`https://shop.test:${secure.port}/`, { target_ip: CHOSEN })
  expect(scan.error?.code).toBe('target_unreachable')
  expect(scan.error?.message).toContain('Its certificate is for another name: localhost.')
})
