import { afterAll, beforeAll, expect, it } from 'vitest'

import { HAS_CHROMIUM } from '../support/chromium.ts'
import { urlsOf } from '../support/e2e-urls.ts'
import { sharedService, type Account, type Service } from '../support/e2e-instance.ts'
import { issuesOf, reasonsOf, startScan, untilEnded, type Scan } from '../support/e2e-scan.ts'
import {
  DOM_PAGES,
  domPage,
  hostilePage,
  hostileServiceWorker,
  SCRIPT_ONLY,
  SMALL_SPA,
  SPA,
  DOM_FLAWS,
} from '../support/e2e-spa.ts'
import { survive } from '../support/e2e-misbehaviour.ts'
import { serveHttp, serveRaw, type Running } from '../support/loopback-server.ts'

const SCAN_MS = 220_000
/** The browser waits ten seconds for a page. */
const HANGING_S = 12

const LINKS = ['/hostile', '/search?q=lamp', ...Object.keys(DOM_PAGES)]
  .map((path) => `<a href="${path}">next</a>`)
  .join('')
const DOM_PAGES_SERVED = Object.entries(DOM_PAGES).map(
  ([path, script]) => [path, ['text/html', domPage(script)] as const] as const,
)

type Hit = Readonly<{ method: string; path: string; headers: Readonly<Record<string, unknown>> }>
const hits: Hit[] = []
/** Connections to the place that is out of scope: not even one may be opened. */
let outside = 0
let out: Running
let site: Running
let instance: Service
let account: Account

beforeAll(async () => {
  out = await serveRaw((socket) => {
    outside += 1
    socket.destroy()
  })
  site = await serveHttp((request, response) => {
    const { method = '', headers } = request
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1')
    hits.push({ method, path, headers })
    const page: Record<string, readonly [type: string, body: string]> = {
      '/': ['text/html', SPA + LINKS],
      '/search': ['text/html', `<p>Nothing for ${query.get('q') ?? ''}</p>`],
      '/hostile': ['text/html', hostilePage(out.origin)],
      '/hostile-sw.js': ['text/javascript', hostileServiceWorker(out.origin)],
      ...Object.fromEntries(DOM_PAGES_SERVED),
    }
    const [type, body] = page[path] ?? ['text/html', `<p>${path}</p>`]
    response.setHeader('content-type', type)
    response.statusCode = page[path] || path.startsWith('/only/') ? 200 : 404
    response.end(body)
  })
  instance = await sharedService({ PALISADE_BROWSER: 'on' })
  account = await instance.account(null)
})
afterAll(async () => {
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
  // Reading the script names the folder too: looking there does no harm.
  const harm = hits.filter(({ method, path }) => method === 'POST' && path.startsWith('/danger/'))
  expect(harm).toEqual([])
  expect(hits.filter(({ method }) => method === 'DELETE')).toEqual([])
  expect(outside).toBe(0)
  const rows = issuesOf(scan).filter(({ check_id: id }) => id.startsWith('xss.'))
  const proved = rows.map(({ check_id: id, url, parameter, confidence }) => {
    return `${id} ${new URL(url).pathname} ${parameter} ${confidence}`
  })
  expect(proved.toSorted()).toEqual([
    ...DOM_FLAWS.map((flaw) => `xss.dom ${flaw} confirmed`),
    'xss.reflected /search q confirmed',
  ])
  expect(new Set(hits.map(({ headers }) => headers['x-tenant']))).toEqual(new Set(['acme']))
  expect(new Set(hits.map(({ headers }) => headers['x-scan-id']))).toEqual(new Set([id]))
})

/** All that a scan says of a site, whatever the site and its time were. */
async function seenBy(id: string) {
  const scan = await untilEnded(instance, account.key, id, SCAN_MS)
  expect(scan).toMatchObject({ status: 'completed', results: { partial: false } })
  const rows = scan.results?.vulnerabilities ?? []
  const reasons = await reasonsOf(instance, account.key, id)
  return {
    rows: rows.map(({ fingerprint, status, confidence, url }) => [
      fingerprint,
      status,
      confidence,
      url,
    ]),
    urls: await urlsOf(instance, account.key, id),
    issues: issuesOf(scan).map(({ check_id: check }) => check),
    untested: reasons.get('xss.dom') ?? '',
  }
}

it.runIf(HAS_CHROMIUM)(
  'sees the same when it looks again, and says where it saw nothing',
  async () => {
    const foreign = `<script src="${out.origin}/lib.js"></script>`
    const pages: Readonly<Record<string, string>> = {
      '/': SMALL_SPA,
      '/dom/goes': domPage(DOM_PAGES['/dom/goes'] ?? ''),
      '/lacks/all': `<div id=root></div>${foreign}`,
      '/lacks/name': `<p>Loading</p>${foreign}<script>Lib.start()</script>`,
      '/lacks/nothing': `<p>Good day</p>${foreign}<script>window.Lib?.start()</script>`,
    }
    const shop = await serveHttp((request, response) => {
      const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
      const body = pages[path] ?? `<p>${path}</p>`
      response.setHeader('content-type', 'text/html')
      response.statusCode = path in pages || path.startsWith('/only/') ? 200 : 404
      response.end(body)
    })
    try {
      const options = { profile: 'gate' }
      const again = () => startScan(instance, account.key, `${shop.origin}/`, options).then(seenBy)
      const first = await again()
      expect(first.urls.filter((url) => url.includes('/only/')).length).toBeGreaterThanOrEqual(7)
      expect(first.issues).toContain('xss.dom')
      const { host } = new URL(out.origin)
      const lack = `script of other sites (${host}), which a scan does not load (2 places)`
      expect(first.untested).toContain(lack)
      expect(await again()).toEqual(first)
      expect(outside).toBe(0)
    } finally {
      await shop.stop()
    }
  },
)

it.runIf(HAS_CHROMIUM)('comes back from a page whose script never ends, and says so', async () => {
  const target = { name: 'runs a script for ever', polite: 0 } as const
  const budget = { seconds: HANGING_S, graceMs: 30_000 }
  const { scan, strayed } = await survive(instance, account.key, target, budget)
  expect(scan).toMatchObject({ status: 'completed', results: { partial: true } })
  const row = scan.results?.vulnerabilities.find(({ check_id: check }) => check === 'xss.dom')
  expect(row).toMatchObject({ status: 'info' })
  for (const reason of ['the page did not answer in the browser', 'time budget met']) {
    expect(row?.['evidence']).toContain(reason)
  }
  expect(strayed).toBe(0)
})
