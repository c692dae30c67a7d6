import { XMLValidator } from 'fast-xml-parser'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

import { scans } from '../../src/db/schema.ts'
import { TEXT_EXPORTERS } from '../../src/exporters/text-formats.ts'
import { EXPORT_ROUTES } from '../../src/routes/schemas/exports.ts'
import { aFinding } from '../support/findings.ts'
import { anAccount, aWorld, seedScan } from './support/read-world.ts'

const { deps, call } = aWorld()
const own = await anAccount(deps)
const other = await anAccount(deps)
const HOSTILE = '<script>alert(1)</script>]]>" {{7*7}} \u202e \r\nSet-Cookie: a=b'
const FINDINGS = [
  aFinding({ severity: 'high', title: HOSTILE, name: HOSTILE }, 'a'),
  aFinding({ severity: 'low' }, 'b'),
  aFinding({ status: 'safe', severity: 'info' }, 'c'),
]
// The report of the fixture has this id.
const id = '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11'
await seedScan(deps, own.id, { id, findings: FINDINGS, tags: '["ci"]' })
const running = await seedScan(deps, own.id, { status: 'running' })
const failed = await seedScan(deps, own.id, { status: 'failed', errorCode: 'lost', report: null })
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const json = (text: string) => JSON.parse(text)
const xml = (text: string) => expect(XMLValidator.validate(text)).toBe(true)

/** Per path: the type, the end of the file's name, and what must hold of the text. */
const SHAPES: Readonly<
  Record<string, readonly [type: string, ending: string, holds: (text: string) => void]>
> = {
  sarif: [
    'application/sarif+json',
    'sarif',
    (text) => {
      expect(json(text)).toMatchObject({ version: '2.1.0' })
      expect(json(text).runs[0].results).toHaveLength(2)
    },
  ],
  'export/junit.xml': [
    'application/xml',
    'junit.xml',
    (text) => {
      xml(text)
      expect(text.match(/<failure /g)).toHaveLength(2)
    },
  ],
  'export/burp': [
    'application/xml',
    'burp.xml',
    (text) => {
      xml(text)
      expect(text.match(/<issue>/g)).toHaveLength(2)
    },
  ],
  'export/stix': [
    'application/stix+json;version=2.1',
    'stix.json',
    (text) => {
      const types = json(text).objects.map((object: { type: string }) => object.type)
      expect(json(text).type).toBe('bundle')
      expect(types).toEqual(expect.arrayContaining(['vulnerability', 'report', 'identity']))
    },
  ],
  'export/json': [
    'application/json',
    'json',
    (text) => {
      expect(json(text)).toMatchObject({ version: 1, scan: { tags: ['ci'] } })
      expect(json(text).results.vulnerabilities).toHaveLength(3)
    },
  ],
  'export/md': [
    'text/markdown; charset=utf-8',
    'md',
    (text) => {
      expect(text).toMatch(/^# Security report/)
      expect(text).not.toContain('<script>')
    },
  ],
  'export/html': [
    'text/html; charset=utf-8',
    'html',
    (text) => {
      expect(text).toMatch(/^<!doctype html>/i)
      expect(text).not.toContain('<script')
    },
  ],
  'export/csv': [
    'text/csv; charset=utf-8',
    'csv',
    (text) => expect(text.replace(/^\ufeff/, '')).toMatch(/^scan_id,target_url,.*,tags\r\n/),
  ],
  'export/defectdojo.json': [
    'application/json',
    'defectdojo.json',
    (text) => expect(json(text).findings).toHaveLength(2),
  ],
  'export/defectdojo': [
    'application/json',
    'defectdojo.json',
    (text) => expect(json(text).findings).toHaveLength(2),
  ],
}

const TEXTS = [
  ...Object.entries(SHAPES).map(([path, shape]) => [`/api/scan/{id}/${path}`, ...shape] as const),
  ['/api/v1/scan/{id}/sarif', ...(SHAPES['sarif'] ?? raise())] as const,
]
/** Files that a consumer of the queue makes: path, ending, and what must hold of the bytes. */
const BINARIES: readonly (readonly [string, string, (bytes: Uint8Array) => void])[] = [
  [
    '/api/scan/{id}/report',
    'pdf',
    (bytes) => expect(strFromU8(bytes.subarray(0, 5))).toBe('%PDF-'),
  ],
  [
    '/api/scan/{id}/docx',
    'docx',
    (bytes) => expect(Object.keys(unzipSync(bytes))).toContain('word/document.xml'),
  ],
  [
    '/api/scan/{id}/export/zip',
    'zip',
    (bytes) => {
      const files = Object.keys(unzipSync(bytes)).map((name) => name.replace(/^.*report\./, ''))
      expect(files.toSorted()).toEqual(
        [...TEXT_EXPORTERS.map((format) => format.extension), 'docx', 'pdf'].toSorted(),
      )
    },
  ],
]
const PATHS = EXPORT_ROUTES.map(({ path, mediaType }) => [
  path.replace('{scan_id}', '{id}'),
  mediaType,
])

function raise(): never {
  throw new Error('SARIF has a shape')
}
const ask = (path: string, scanId = id, key = own.key, headers: Record<string, string> = {}) =>
  call(path.replace('{id}', scanId), key, { headers })

describe('a file of an ended scan', () => {
  it.each(TEXTS)('200: %s', async (path, type, ending, holds) => {
    const answer = await ask(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    const name = `scan-${id}.${ending}`
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    )
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    holds(await answer.text())
  })

  it.each(BINARIES)('200: %s', async (path, ending, holds) => {
    const answer = await ask(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain(`"scan-${id}.${ending}"`)
    holds(new Uint8Array(await answer.arrayBuffer()))
  })

  it('200: HTML comes with its own policy, and still in no frame', async () => {
    const policy = (await ask('/api/scan/{id}/export/html')).headers.get('content-security-policy')
    expect(policy).toContain("style-src 'sha256-")
    expect(policy).toContain("default-src 'none'")
  })

  it('200: the v1 SARIF is the same file', async () => {
    const [v1, plain] = [await ask('/api/v1/scan/{id}/sarif'), await ask('/api/scan/{id}/sarif')]
    expect(await v1.text()).toBe(await plain.text())
    expect(v1.headers.get('etag')).toBe(plain.headers.get('etag'))
  })

  it('200: a scan that failed with a report says so in its file', async () => {
    const error = { code: 'aborted', message: 'Stopped.' } as const
    const kept = await seedScan(deps, own.id, {
      status: 'failed',
      errorCode: 'aborted',
      report: { scan: { ...(await scanOf(id)), status: 'failed', error } },
    })
    const log = json(await (await ask('/api/scan/{id}/sarif', kept)).text())
    expect(log.runs[0].invocations[0].executionSuccessful).toBe(false)
  })

  it('has no route without a shape here', () => {
    const tested = [...TEXTS, ...BINARIES].map(([path]) => path)
    expect(new Set(tested)).toEqual(new Set(PATHS.map(([path]) => path)))
    expect(tested).toHaveLength(PATHS.length)
  })
})

async function scanOf(scanId: string) {
  const report = await deps.reports.get(own.id, scanId)
  if (report === null) throw new Error('the scan was seeded with a report')
  return report.scan
}

describe.each(PATHS)('%s', (path = '', mediaType = '') => {
  it('has the type of its description', async () => {
    expect((await ask(path)).headers.get('content-type')).toBe(mediaType)
  })

  it('404: unknown and foreign ids alike', async () => {
    for (const answer of [
      await ask(path, UNKNOWN),
      await ask(path, 'x'),
      await ask(path, id, other.key),
      await ask(path, running, other.key),
    ]) {
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'not_found' })
    }
  })

  it('409: while the scan runs, with an advised wait', async () => {
    const answer = await ask(path, running)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'scan_not_completed' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('409: for a scan that failed before there was a report, without a wait', async () => {
    const answer = await ask(path, failed, own.key, { 'if-none-match': '*' })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'scan_not_completed' })
    expect(answer.headers.get('retry-after')).toBeNull()
  })

  it('304: an unchanged file', async () => {
    const etag = (await ask(path)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const answer = await ask(path, id, own.key, { 'if-none-match': etag })
    expect(answer.status).toBe(304)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('etag')).toBe(etag)
  })
})

describe('what is asked of a file', () => {
  const textOf = async (path: string) => (await ask(path)).text()

  it('200: anchor, fail_on, profile and include', async () => {
    const anchored = json(await textOf('/api/scan/{id}/sarif?anchor=ci/scan.yml'))
    const [result] = anchored.runs[0].results
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe('ci/scan.yml')
    const junit = await textOf('/api/scan/{id}/export/junit.xml?fail_on=high')
    expect(junit.match(/<failure /g)).toHaveLength(1)
    const csv = '/api/scan/{id}/export/csv'
    expect(await textOf(`${csv}?profile=defectdojo`)).toMatch(/^Date,Title,/)
    const [all, issues] = [await textOf(`${csv}?include=all`), await textOf(csv)]
    expect(all.length).toBeGreaterThan(issues.length)
  })

  it('another question has another ETag', async () => {
    const tags = ['', '?fail_on=high', '?fail_on=low'].map(async (query) =>
      (await ask(`/api/scan/{id}/export/junit.xml${query}`)).headers.get('etag'),
    )
    expect(new Set(await Promise.all(tags)).size).toBe(3)
  })

  it('has another ETag once the overlay or the tags have changed', async () => {
    const again = await seedScan(deps, own.id)
    const tagOf = async () => (await ask('/api/scan/{id}/sarif', again)).headers.get('etag')
    const seen = [await tagOf()]
    for (const change of [{ overlayVersion: 1 }, { tags: '["new"]' }]) {
      await deps.db.update(scans).set(change).where(eq(scans.id, again))
      seen.push(await tagOf())
    }
    expect(new Set(seen).size).toBe(3)
  })

  it.each([
    'sarif?anchor=',
    'export/junit.xml?fail_on=never',
    'export/csv?profile=x',
    'export/csv?include=some',
  ])('400: %s', async (path) => {
    const answer = await ask(`/api/scan/{id}/${path}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request' })
  })

  it('404: a format that there is not', async () => {
    expect((await ask('/api/scan/{id}/export/xlsx')).status).toBe(404)
  })
})

describe('who may have it', () => {
  it('403: a key without the read scope', async () => {
    const answer = await ask('/api/scan/{id}/sarif', id, await own.withScopes('scan'))
    expect(answer.status).toBe(403)
  })

  it('429: exports have a window of their own', async () => {
    const taken: string[] = []
    const rateLimits = {
      take: async (name: string, _account: string, limit: number | null) => {
        taken.push(name)
        return { allowed: false, limit, remaining: 0, resetS: 60, keyRevoked: false }
      },
    }
    const full = aWorld({ rateLimits })
    const { key } = await anAccount(full.deps, { limits: {} })
    const answer = await full.call(`/api/scan/${id}/export/stix`, key)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('ratelimit-policy')).toBe('"exports";q=20;w=60')
    expect(taken).toEqual(['exports'])
  })

  it('503: the stored report is gone', async () => {
    const lost = await seedScan(deps, own.id)
    await deps.reports.delete(own.id, lost)
    const answer = await ask('/api/scan/{id}/sarif', lost)
    expect(answer.status).toBe(503)
  })
})
