import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { sharedService, type Account, type Service } from '../support/e2e-instance.ts'
import { issuesOf, startScan, untilEnded, type Scan } from '../support/e2e-scan.ts'

const SCAN_MS = 60_000

/** One page that repeats a name; `isMended` serves the safe twin. */
const site = { isMended: false, asked: 0 }
const encode = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const server = createServer(({ url = '/' }, response) => {
  site.asked += 1
  const { pathname, searchParams } = new URL(url, 'http://site.test')
  const name = searchParams.get('name') ?? ''
  const pages: Readonly<Record<string, string>> = {
    '/': '<a href="/hello?name=you">Hello</a>',
    '/hello': `<p>Hello ${site.isMended ? encode(name) : name}.</p>`,
  }
  response.writeHead(pathname in pages ? 200 : 404, { 'content-type': 'text/html' })
  response.end(`<!doctype html><title>Greeting</title>${pages[pathname] ?? 'No.'}`)
})

let instance: Service
let account: Account
let first: Scan
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  instance = await sharedService()
  account = await instance.account(null)
  const options = { profile: 'gate' }
  const id = await startScan(instance, account.key, `http://127.0.0.1:${port}/`, options)
  first = await untilEnded(instance, account.key, id, SCAN_MS)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

const api = (method: string, path: string, body?: unknown) =>
  instance.api(method, path, body, { key: account.key })

const findingOf = (checkId: string) => {
  const row = issuesOf(first).find(({ check_id }) => check_id === checkId)
  if (row === undefined) throw new Error(`the scan did not find ${checkId}`)
  return row
}

async function retest(checkId: string) {
  const before = site.asked
  const path = `/api/scan/${first.id}/findings/${findingOf(checkId).id}/retest`
  const reply = await api('POST', path, {})
  expect(reply).toMatchObject({ status: 202, body: { status: 'running' } })
  const { scan_id } = reply.body as { scan_id: string }
  const ended = await untilEnded(instance, account.key, scan_id, SCAN_MS)
  expect(ended).toMatchObject({ status: 'completed', retest_of: first.id })
  expect(site.asked - before).toBeLessThan(150)
  return ended.results?.vulnerabilities ?? []
}

const lifeOf = async (checkId: string) =>
  (await api('GET', `/api/findings/${findingOf(checkId).fingerprint}?asset=127.0.0.1`)).body

describe('a re-test over real sockets', () => {
  it.each(['clickjacking', 'xss.reflected'])(
    'finds %s again while it is there, with few requests',
    async (checkId) => {
      const { fingerprint } = findingOf(checkId)
      expect(await retest(checkId)).toMatchObject([{ fingerprint, status: 'vulnerable' }])
      expect(await lifeOf(checkId)).toMatchObject({ status: 'open' })
    },
  )

  it('says that what was mended is fixed, and ends the life of that finding alone', async () => {
    site.isMended = true
    expect(await retest('xss.reflected')).toMatchObject([
      { check_id: 'xss.reflected', status: 'safe' },
    ])
    expect(await lifeOf('xss.reflected')).toMatchObject({ status: 'fixed' })
    expect(await lifeOf('clickjacking')).toMatchObject({ status: 'open' })
  })

  it('opens the finding again when it is back', async () => {
    site.isMended = false
    expect(await retest('xss.reflected')).toMatchObject([{ status: 'vulnerable' }])
    const life = await lifeOf('xss.reflected')
    expect(life).toMatchObject({ status: 'open', fixed_at: null })
    expect(life).toHaveProperty('reopened_at', expect.any(String))
  })
})
