import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { Performance } from '../../src/routes/schemas/performance.ts'
import { HAS_CHROMIUM } from '../support/chromium.ts'
import { sharedService, type Account, type Service } from '../support/e2e-instance.ts'
import { startScan, untilEnded } from '../support/e2e-scan.ts'
import { startSpeedSite, type SpeedApp } from '../support/e2e-speed.ts'

const SCAN_MS = 90_000
const BUSY_MS = 400

/** Blocks its main thread once it is painted, and then moves what is there. */
const SLOW = `<script>
addEventListener('load', () => requestAnimationFrame(() => setTimeout(() => {
  const end = performance.now() + ${BUSY_MS}
  while (performance.now() < end);
  const block = document.createElement('div')
  block.style.height = '300px'
  document.body.prepend(block)
}, 50)))
</script>`

const Results = z.looseObject({ performance: Performance.required() })

describe.skipIf(!HAS_CHROMIUM)('the page in a browser', () => {
  let instance: Service
  let account: Account
  const apps: SpeedApp[] = []
  beforeAll(async () => {
    instance = await sharedService({ PALISADE_BROWSER: 'on' })
    account = await instance.account(null)
  })
  afterAll(async () => {
    for (const app of apps) app.close()
  })

  async function measured(head: string, options: Readonly<Record<string, unknown>> = {}) {
    const app = await startSpeedSite({ head })
    apps.push(app)
    const id = await startScan(instance, account.key, app.url, { scan_type: 'perf', ...options })
    const scan = await untilEnded(instance, account.key, id, SCAN_MS)
    expect([scan.status, scan.error ?? null]).toEqual(['completed', null])
    const { details } = Results.parse(scan.results).performance
    return { id, app, details }
  }

  it('gives lab values and a waterfall of its own site, and leaves all else alone', async () => {
    const other = await startSpeedSite()
    apps.push(other)
    const usual = '<link rel="stylesheet" href="/s.css"><script src="/a.js"></script>'
    const away = `<script src="${other.url}a.js"></script><img src="${other.url}i.png">`
    const barred = '<img src="/logout"><img src="/secret/i.png"><img src="/i.png">'
    const { id, app, details } = await measured(usual + away + barred, {
      excluded_paths: ['/secret'],
    })
    const { lab } = details
    expect(details.lab_reason).toBeNull()
    expect(lab?.fcp_ms).toBeGreaterThan(0)
    expect(lab?.lcp_ms).toBeGreaterThanOrEqual(lab?.fcp_ms ?? Number.NaN)
    expect(lab?.cls).toBeLessThan(0.01)
    expect(lab?.score).toEqual(expect.any(Number))
    const rows = (lab?.waterfall ?? []).filter(({ url }) => !url.endsWith('/favicon.ico'))
    const kinds = rows.map(({ url, kind }) => `${new URL(url).pathname} ${kind}`)
    expect(kinds.toSorted()).toEqual(['/ document', '/a.js script', '/i.png image', '/s.css style'])
    for (const { start_ms, first_byte_ms, end_ms, sent_bytes, status } of rows) {
      expect(status).toBe(200)
      expect(start_ms).toBeLessThanOrEqual(first_byte_ms ?? Number.NaN)
      expect(first_byte_ms).toBeLessThanOrEqual(end_ms)
      expect(sent_bytes).toBeGreaterThan(0)
    }
    expect(other.served).toEqual([])
    expect(app.served.filter(({ path }) => /logout|secret/.test(path))).toEqual([])
    const byBrowser = app.served.filter(({ accepts }) => accepts.includes('zstd'))
    expect(byBrowser.length).toBeGreaterThanOrEqual(4)
    expect(new Set(app.served.map(({ scan }) => scan))).toEqual(new Set([id]))
    expect(new Set(app.served.map(({ agent }) => agent)).size).toBe(1)
  })

  it('sees a page that blocks and shifts', async () => {
    const { lab } = (await measured(SLOW)).details
    expect(lab?.tbt_ms).toBeGreaterThanOrEqual(BUSY_MS - 100)
    expect(lab?.cls).toBeGreaterThan(0.1)
    expect(lab?.score).toBeLessThan(80)
  })

  it('loads no page at once where the scan is asked to be slow', async () => {
    const { details, app } = await measured(SLOW, { request_delay_ms: 20 })
    expect([details.lab, details.lab_reason]).toEqual([null, expect.stringMatching(/the pace/)])
    expect(app.served.filter(({ accepts }) => accepts.includes('zstd'))).toEqual([])
  })
})
