import { env } from 'cloudflare:workers'

import type { Plan, Scope } from '../../../src/accounts/account.ts'
import { assets, scans, scanTags } from '../../../src/db/schema.ts'
import type { Finding } from '../../../src/report/finding.ts'
import { packRows } from '../../../src/report/packed.ts'
import type { Report } from '../../../src/report/report.ts'
import { summarise } from '../../../src/report/summary.ts'
import { createApp } from '../../../src/routes/app.ts'
import { createAccount } from '../../../src/services/accounts/create-account.ts'
import { createKey } from '../../../src/services/accounts/create-key.ts'
import { makeCaches } from '../../../src/services/caches.ts'
import type { Deps } from '../../../src/services/deps.ts'
import type { ScanRoom } from '../../../src/services/ports.ts'
import { makeDeps, randomBytes } from '../../../src/wiring.ts'
import { aReport, COMPLETED, OPTIONS, STARTED } from '../../support/scans.ts'

const NO_LIMITS = { reads_per_minute: null, writes_per_minute: null, exports_per_minute: null }

/** The Worker over real D1 and R2, with a clock of its own and rooms that a test may stand in for. */
export function aWorld(given: Partial<Deps> = {}) {
  const clock = { now: COMPLETED }
  const own = { now: () => clock.now, caches: makeCaches() }
  const deps: Deps = { ...makeDeps(env), ...own, ...given }
  const app = createApp(() => deps)
  const call = (path: string, key: string | null = null, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (key !== null) headers.set('x-service-key', key)
    return app.request(`https://api.test${path}`, { ...init, headers }, env)
  }
  return { deps, clock, call }
}

type Room = Pick<ScanRoom, 'wake' | 'events'>

/** Stands in for the object of every scan; the read side wakes it and follows its events. */
export const withRoom = (room: Room): Pick<Deps, 'scan'> => {
  const never = (): never => {
    throw new Error('the read side starts and ends nothing')
  }
  return {
    scan: () => ({ ...room, begin: never, abort: never, fail: never, erase: never }),
  }
}

export async function anAccount(
  deps: Deps,
  {
    plan = 'gold',
    limits = NO_LIMITS,
  }: { plan?: Plan; limits?: Record<string, number | null> } = {},
) {
  const input = { email: 'someone@shop.test', name: 'Shop', plan, limits }
  const { accountId, key, keyId } = await createAccount({ ...deps, randomBytes }, input)
  const withScopes = async (...scopes: readonly Scope[]) =>
    (await createKey({ ...deps, randomBytes }, { accountId, name: 'other', scopes })).text
  return { id: accountId, key, keyId, withScopes }
}

type Seed = Partial<typeof scans.$inferInsert> &
  Readonly<{ findings?: readonly Finding[]; report?: Partial<Report> | null }>

/** A scan as the saga leaves it: its row, its tags and, once it has ended, its report. */
export async function seedScan(deps: Deps, accountId: string, seed: Seed = {}): Promise<string> {
  const { findings = [], report = {}, ...columns } = seed
  const id = columns.id ?? crypto.randomUUID()
  const tags: string[] = JSON.parse(columns.tags ?? '[]')
  const startedAt = columns.startedAt ?? STARTED
  const hasEnded = columns.status !== 'running'
  const hasReport = hasEnded && report !== null
  const { risk_score: riskScore, ...counts } = summarise(findings)
  await deps.db.insert(scans).values({
    id,
    accountId,
    targetUrl: OPTIONS.target_url,
    targetNorm: OPTIONS.target_url,
    host: 'shop.test',
    scanType: 'vuln',
    profile: 'standard',
    status: 'completed',
    options: JSON.stringify(OPTIONS),
    scanAuthorized: 1,
    authorization: '{}',
    startedAt,
    completedAt: hasEnded ? COMPLETED : null,
    deadline: startedAt + 3_600_000,
    riskScore,
    ...counts,
    packed: hasEnded ? JSON.stringify(packRows(findings)) : null,
    r2Key: hasReport ? `results/${accountId}/${id}.json.gz` : null,
    pagesAnswered: 1,
    ...columns,
  })
  if (tags.length > 0) {
    await deps.db
      .insert(scanTags)
      .values(tags.map((tag) => ({ accountId, tag, startedAt, scanId: id })))
  }
  if (hasReport) await deps.reports.put(accountId, id, aReport(findings, report))
  return id
}

export const seedAsset = (deps: Deps, accountId: string, host: string, verifiedAt: number | null) =>
  deps.db.insert(assets).values({
    id: crypto.randomUUID(),
    accountId,
    host,
    verifiedAt,
    createdAt: STARTED,
  })
