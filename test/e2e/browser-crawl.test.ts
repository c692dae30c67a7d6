import { afterAll, beforeAll, expect, it } from 'vitest'

import { HAS_CHROMIUM } from '../support/chromium.ts'
import { startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { startScan, untilEnded, type Scan } from '../support/e2e-scan.ts'
import { hostilePage, hostileServiceWorker, SCRIPT_ONLY, SPA } from '../support/e2e-spa.ts'
import { serveHttp, serveRaw, type Running } from '../support/loopback-server.ts'

const SCAN_MS = 180_000

type Hit = Readonly<{ method: string; path: string; headers: Readonly<Record<string, unknown>> }>
const hits: Hit[] = []
/** Connections to the place that is out of scope: not even one may be opened. */
let outside = 0
let out: Running
let site: Running
let instance: Instance
let account: Account

beforeAll(async () => {
  out = await serveRaw((socket) => {
    outside += 1
    socket.destroy()
  })
  site = await serveHttp((request, response) => {
    const { method = '', headers } = request
    const { pathname: path } = new URL(request.url ?? '/', 'http://127.0.0.1')
    hits.push({ method, path, headers })
    const page: Record<string, readonly [type: string, body: string]> = {
      '/': ['text/html', SPA + '<a href="/hostile">hostile</a><a href="/crash">crash</a>'],
      '/hostile': ['text/html', hostilePage(out.origin)],
      '/hostile-sw.js': ['text/javascript', hostileServiceWorker(out.origin)],
      '/crash': ['text/html', '<script>for (;;);</script>'],
    }
    const [type, body] = page[path] ?? ['text/html', `<p>${path}</p>`]
    response.setHeader('content-type', type)
    response.statusCode = page[path] || path.startsWith('/only/') ? 200 : 404
    response.end(body)
  })
  instance = await startInstance({ PALISADE_BROWSER: 'on' })
  account = await instance.account(null)
})
afterAll(async () => {
  await instance.stop()
  await site.stop()
  await out.stop()
})

it.runIf(HAS_CHROMIUM)('explores what only script leads to, and gets out by no way', async () => {
  const id = await startScan(instance, account.key, `${site.origin}/`, {
    custom_headers: { 'x-tenant': 'acme' },
    profile: 'gate',
  })
  const scan: Scan = await untilEnded(instance, account.key, id, SCAN_MS)
  expect(scan.status).toBe('completed')
  const asked = new Set(hits.map(({ path }) => path))
  expect(SCRIPT_ONLY.filter((name) => !asked.has(`/only/${name}`))).toEqual([])
  expect([...asked].filter((path) => path.startsWith('/danger/'))).toEqual([])
  expect(hits.filter(({ method }) => method === 'DELETE')).toEqual([])
  expect(outside).toBe(0)
  expect(new Set(hits.map(({ headers }) => headers['x-tenant']))).toEqual(new Set(['acme']))
  expect(new Set(hits.map(({ headers }) => headers['x-scan-id']))).toEqual(new Set([id]))
})
