import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'

import { sweep } from '../../src/cron/sweep.ts'
import { deletions } from '../../src/db/schema-deletions.ts'
import { scans } from '../../src/db/schema.ts'
import { LIMITS } from '../../src/limits.ts'
import type { Deps } from '../../src/services/deps.ts'
import { deleteScan } from '../../src/services/scans/delete.ts'
import { aFinding } from '../support/findings.ts'
import { anAccount, aWorld, seedScan } from './support/read-world.ts'

const { deps, clock, call } = aWorld()
const own = await anAccount(deps)
const auth = { account: { id: own.id }, key: { id: own.keyId } } as Parameters<typeof deleteScan>[1]

const findings = [aFinding({}, 'a')]
const filesOf = async (scanId: string) => {
  const { objects } = await env.RESULTS.list()
  return objects.map(({ key }) => key).filter((key) => key.includes(scanId))
}
const open = async (scanId: string) =>
  (await deps.db.select().from(deletions).where(eq(deletions.scanId, scanId))).length

/** The store of reports, which fails for one scan. */
const failingFor = (scanId: string): Deps['reports'] => ({
  ...deps.reports,
  delete: async (accountId, id) => {
    if (id === scanId) throw new Error('R2 is not there')
    return deps.reports.delete(accountId, id)
  },
})

it('leaves neither files nor word that they are to go', async () => {
  const id = await seedScan(deps, own.id, { findings })
  await (await call(`/api/scan/${id}/export/md`, own.key)).arrayBuffer()
  expect(await filesOf(id)).toHaveLength(2)
  await deleteScan(deps, auth, id)
  expect([await filesOf(id), await open(id)]).toEqual([[], 0])
})

it('that breaks off is 404 at once, and ended by the sweep, whatever else fails there', async () => {
  const id = await seedScan(deps, own.id, { findings })
  const stuck = await seedScan(deps, own.id, { findings })
  for (const each of [stuck, id]) {
    const broken = { ...deps, reports: failingFor(each) }
    await expect(deleteScan(broken, auth, each)).rejects.toThrow('R2 is not there')
    expect((await call(`/api/scan/${each}`, own.key)).status).toBe(404)
  }
  const log = vi.fn<Deps['log']>()
  const sweeping = { ...deps, reports: failingFor(stuck), log }
  await sweep(sweeping)
  expect(await filesOf(id), 'the one who asked may still be at it').toHaveLength(1)
  clock.now += LIMITS.sweepMinAgeMs + 1
  await sweep(sweeping)
  expect([await filesOf(id), await open(id)]).toEqual([[], 0])
  expect([await filesOf(stuck), await open(stuck)]).toEqual([[expect.any(String)], 1])
  expect(log).toHaveBeenCalledWith('deletion_sweep.ended', { scans: 1 })
  expect(log).toHaveBeenCalledWith('sweep.deletion_failed', {
    scan_id: stuck,
    message: expect.stringContaining('R2 is not there'),
  })
  await sweep(deps)
  expect([await filesOf(stuck), await open(stuck)]).toEqual([[], 0])
})

it('takes with it what is made of the scan meanwhile', async () => {
  const id = await seedScan(deps, own.id, { findings })
  const exports: Deps['exports'] = {
    ...deps.exports,
    put: async (key, bytes) => {
      await deleteScan(deps, auth, id)
      return deps.exports.put(key, bytes)
    },
  }
  const answer = await aWorld({ exports }).call(`/api/scan/${id}/export/md`, own.key)
  expect(answer.status).toBe(404)
  expect(await filesOf(id)).toEqual([])
})

it('is 404 for who has read the row, but no report any more', async () => {
  const id = await seedScan(deps, own.id, { findings })
  const reports: Deps['reports'] = {
    ...deps.reports,
    get: async (accountId, scanId) => {
      await deleteScan(deps, auth, scanId)
      return deps.reports.get(accountId, scanId)
    },
  }
  expect((await aWorld({ reports }).call(`/api/scan/${id}`, own.key)).status).toBe(404)
  expect(await deps.db.select().from(scans).where(eq(scans.id, id))).toEqual([])
})
