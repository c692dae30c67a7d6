import { describe, expect, it } from 'vitest'

import { describeApi } from '../../src/routes/openapi-document.ts'
import { freezeClock, freshHost, makeHarness } from './support.ts'

freezeClock()

const app = makeHarness()
const { key } = await app.account()
const made = await app.call('POST', '/api/keys', { key, body: { name: 'to rotate' } })
const keyId: string = JSON.parse(made.text).id
await app.call('PUT', '/api/integrations/chat', {
  key,
  body: { webhook_url: 'https://hooks.acme.dev/chat', severity_threshold: 'high', enabled: true },
})

const target = () => ({ target: `https://${freshHost()}` })
const described = { openapi: '3.0.3', paths: { '/a': { get: {} } } }
const schedule = () => ({ ...target(), interval_hours: 24 })

type Row = Readonly<{
  body?: object
  path?: string
  /** Members that the first answer alone may have. */
  secrets?: readonly string[]
}>
/** A request to each route that creates or sends, that succeeds. */
const ROWS: Readonly<Record<string, () => Row>> = {
  '/api/scan': () => ({ body: target() }),
  '/api/v1/scan': () => ({ body: target() }),
  '/api/scan/from-openapi': () => ({ body: { ...target(), spec: described } }),
  '/api/scan/bulk': () => ({ body: { urls: [target().target] } }),
  '/api/batch': () => ({ body: { targets: [target().target] } }),
  '/api/schedules': () => ({ body: schedule() }),
  '/api/scheduled-scans': () => ({ body: schedule() }),
  '/api/assets': () => ({ body: { host: freshHost() } }),
  '/api/keys': () => ({ body: { name: 'a' }, secrets: ['key'] }),
  '/api/keys/{id}/rotate': () => ({ path: `/api/keys/${keyId}/rotate`, secrets: ['key'] }),
  '/api/webhooks/secret/rotate': () => ({ secrets: ['webhook_signing_secret'] }),
  '/api/webhooks/test': () => ({ body: { webhook_url: 'https://hooks.acme.dev/a' } }),
  '/api/integrations/chat/test': () => ({}),
}

/** Succeeds on a scan that has ended only: test/worker/retest.test.ts tells its answers. */
const NEEDS_A_SCAN: Readonly<Record<string, Row>> = {
  '/api/scan/{scan_id}/findings/{finding_id}/retest': {
    path: `/api/scan/${crypto.randomUUID()}/findings/0123456789abcdef/retest`,
    body: {},
  },
}

/** What neither creates nor sends anything: to ask again does no harm. */
const HARMLESS: Readonly<Record<string, string>> = {
  '/api/scan/{scan_id}/abort': 'a scan ends once',
  '/api/scan/{scan_id}/progress-ticket': 'a ticket is kept nowhere',
  '/api/report/bulk': 'reads reports',
  '/api/assets/{id}/verify': 'looks for the proof, every time',
}

const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  describeApi(app.app),
)
const posts = Object.entries(document.paths).flatMap(([path, { post }]) =>
  post === undefined ? [] : [path],
)
const post = (path: string, { body, path: asked = path }: Row, name: string) =>
  app.call('POST', asked, {
    key,
    headers: { 'idempotency-key': name },
    ...(body !== undefined && { body }),
  })

describe('Idempotency-Key of a POST that creates or sends', () => {
  it('names no route that is not there', () => {
    expect(posts).toEqual(expect.arrayContaining([...Object.keys(ROWS), ...Object.keys(HARMLESS)]))
  })

  it.each(posts.filter((path) => !(path in HARMLESS)))(
    'is read and described: %s',
    async (path) => {
      const row = ROWS[path]?.() ?? NEEDS_A_SCAN[path] ?? { body: {} }
      const answer = await post(path, row, 'two words')
      expect(answer).toMatchObject({
        status: 400,
        json: { code: 'invalid_request', fields: [{ path: 'Idempotency-Key' }] },
      })
      expect(JSON.stringify(document.paths[path]?.['post'])).toContain('idempotency_mismatch')
    },
  )

  it.each(Object.entries(ROWS))(
    'gives the same answer to the same request, without secrets: %s',
    async (path, rowOf) => {
      const row = rowOf()
      const first = await post(path, row, 'again')
      expect(first.status).toBeLessThan(300)
      expect(first.headers.get('idempotent-replayed')).toBeNull()
      const again = await post(path, row, 'again')
      expect(again.status).toBe(first.status)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      const kept = Object.entries(first.json).filter(([name]) => !row.secrets?.includes(name))
      expect(again.json).toEqual(Object.fromEntries(kept))
      expect(again.text).not.toMatch(/psk_live_\w{20}|whsec_\w{20}/)
    },
  )
})
