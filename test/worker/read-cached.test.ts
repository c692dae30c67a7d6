import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

import { openDatabase } from '../../src/db/database.ts'
import { MINUTE, SECOND } from '../../src/report/time.ts'
import { createApp } from '../../src/routes/app.ts'
import { deleteScan } from '../../src/services/scans/delete.ts'
import { aFinding } from '../support/findings.ts'
import { COMPLETED } from '../support/scans.ts'
import { anAccount, aWorld, seedAsset, seedScan } from './support/read-world.ts'

/** A database that counts what it is asked, and can be one that knows nothing yet. */
function counted(d1: D1Database, count: () => void): D1Database {
  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') {
        return (text: string) => {
          count()
          return target.prepare(text)
        }
      }
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

const asked = { statements: 0, calls: 0 }
const db = openDatabase(counted(env.DB, () => (asked.statements += 1)))
const near = { db }
const { deps, clock, call } = aWorld({ db, replica: () => near.db, isLocal: false })
const own = await anAccount(deps)
const other = await anAccount(deps)
const app = createApp(() => ({
  ...deps,
  account: (id) => {
    asked.calls += 1
    return deps.account(id)
  },
  scan: (id) => {
    asked.calls += 1
    return deps.scan(id)
  },
}))
async function cost(path: string, key: string | null = own.key) {
  const before = { ...asked }
  const ctx = createExecutionContext()
  const headers = key === null ? {} : { 'x-service-key': key }
  const response = await app.request(`https://api.test${path}`, { headers }, env, ctx)
  const statements = asked.statements - before.statements
  const answer = { status: response.status, statements, calls: asked.calls - before.calls }
  await waitOnExecutionContext(ctx)
  return { ...answer, response }
}
const FREE = { statements: 0, calls: 0 }
const HIGH = aFinding({ severity: 'high' })

describe('a warm gate', () => {
  it('takes no statement and no call to an object, for a minute', async () => {
    const id = await seedScan(deps, own.id, { findings: [HIGH] })
    const path = `/api/v1/scan/${id}/gate`
    expect((await cost(path)).statements).toBeGreaterThan(0)
    expect(await cost(path)).toMatchObject({ status: 200, ...FREE })
    expect(await cost(`${path}?fail_on=low&min_confidence=possible`)).toMatchObject(FREE)
    clock.now += MINUTE
    expect((await cost(path)).statements).toBeGreaterThan(0)
  })

  it('with new_only too', async () => {
    const previousScanId = await seedScan(deps, own.id)
    const id = await seedScan(deps, own.id, { findings: [HIGH], previousScanId })
    const path = `/api/v1/scan/${id}/gate?new_only=true`
    await cost(path)
    expect(await cost(path)).toMatchObject({ status: 200, ...FREE })
  })

  it('is of one account: another is told 404, before and after', async () => {
    const id = await seedScan(deps, own.id)
    const path = `/api/v1/scan/${id}/gate`
    expect((await cost(path, other.key)).status).toBe(404)
    expect((await cost(path)).status).toBe(200)
    expect((await cost(path, other.key)).status).toBe(404)
  })

  it('is not kept of a running scan, nor of one that was deleted here', async () => {
    const running = await seedScan(deps, own.id, { status: 'running' })
    expect((await cost(`/api/v1/scan/${running}/gate`)).status).toBe(409)
    expect((await cost(`/api/v1/scan/${running}/gate`)).statements).toBeGreaterThan(0)
    const id = await seedScan(deps, own.id)
    await cost(`/api/v1/scan/${id}/gate`)
    const auth = {
      account: { id: own.id },
      key: { id: own.keyId },
    } as Parameters<typeof deleteScan>[1]
    await deleteScan(deps, auth, id)
    expect((await cost(`/api/v1/scan/${id}/gate`)).status).toBe(404)
  })
})

describe('a badge', () => {
  const host = 'cached.example'
  const valueOf = async (response: Response) =>
    /<title id="title">[^:]*: (.*)<\/title>/.exec(await response.text())?.[1]

  it('is told from its own entry, read anew behind an answer, and changed within 5 minutes', async () => {
    await seedAsset(deps, own.id, host, COMPLETED)
    await seedScan(deps, own.id, { host, badgeEligible: 1 })
    const path = `/badge/${host}.svg`
    expect(await valueOf((await cost(path, null)).response)).toBe('A+')
    await seedScan(deps, own.id, {
      host,
      badgeEligible: 1,
      completedAt: COMPLETED + SECOND,
      findings: [HIGH],
    })
    expect(await cost(path, null)).toMatchObject({ status: 200, ...FREE })
    clock.now += MINUTE
    const stale = await cost(path, null)
    expect(await valueOf(stale.response)).toBe('A+')
    expect(stale.response.headers.get('age')).toBe('60')
    const next = await cost(path, null)
    expect(await valueOf(next.response)).toBe('C')
    expect(next).toMatchObject(FREE)
  })

  it('that nobody asked for in 5 minutes is read before it is told', async () => {
    const quiet = 'quiet.example'
    await seedAsset(deps, own.id, quiet, COMPLETED)
    expect(await valueOf((await cost(`/badge/${quiet}.svg`, null)).response)).toBe('unknown')
    await seedScan(deps, own.id, { host: quiet, badgeEligible: 1 })
    clock.now += 5 * MINUTE
    expect(await valueOf((await cost(`/badge/${quiet}.svg`, null)).response)).toBe('A+')
  })

  it('is not improved by triage', async () => {
    const strict = 'strict.example'
    await seedAsset(deps, own.id, strict, COMPLETED)
    // Counts as a recount leaves them: nothing counts any more.
    await seedScan(deps, own.id, {
      host: strict,
      badgeEligible: 1,
      findings: [HIGH],
      high: 0,
      riskScore: 0,
    })
    expect(await valueOf((await cost(`/badge/${strict}.svg`, null)).response)).toBe('C')
  })
})

describe('a replica that lags behind', () => {
  const behind = openDatabase(
    new Proxy(env.DB, {
      get(target, name) {
        if (name === 'prepare') {
          return (text: string) => target.prepare(`SELECT * FROM (${text}) WHERE 0`)
        }
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    }),
  )

  it('is asked first, and the primary where it knows nothing', async () => {
    const id = await seedScan(deps, own.id, { findings: [HIGH] })
    near.db = behind
    try {
      expect((await call(`/api/scan/${id}`, own.key)).status).toBe(200)
      expect((await call(`/api/v1/scan/${id}/gate`, own.key)).status).toBe(200)
      expect((await call(`/api/scan/${crypto.randomUUID()}`, own.key)).status).toBe(404)
      expect((await call(`/badge/cached.example.svg`)).status).toBe(200)
    } finally {
      near.db = db
    }
  })

  it('is a session of the platform', async () => {
    const replica = aWorld().deps.replica()
    const rows = await replica.query.accounts.findMany()
    expect(rows.map(({ id }) => id)).toContain(own.id)
  })
})
