import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { start as startKiosk } from '../range/apps/kiosk/app.ts'
import { truth as kioskTruth } from '../range/apps/kiosk/truth.ts'
import { start as startLedger } from '../range/apps/ledger/app.ts'
import { truth as ledgerTruth } from '../range/apps/ledger/truth.ts'
import { score } from '../range/score.ts'
import { sharedService } from '../support/e2e-instance.ts'
import { foundIn, startScan, untilEnded, type Scan } from '../support/e2e-scan.ts'
import { request } from '../support/range-requests.ts'

const SCAN_MS = 60_000
/** The quickest profile: what waits for delays has its own tests. */
const QUICK = { profile: 'gate', scan_authorized: true }

const [instance, kiosk, ledger] = await Promise.all([sharedService(), startKiosk(), startLedger()])
afterAll(() => Promise.all([kiosk.close(), ledger.close()]))
const { key } = await instance.account()

const Api = z.object({
  descriptions: z.array(
    z.object({ url: z.string().nullable(), operations: z.int(), reason: z.string().nullable() }),
  ),
  operations: z.array(
    z.looseObject({
      method: z.string(),
      path: z.string(),
      tested: z.boolean(),
      requests: z.int(),
      reason: z.string().nullable(),
    }),
  ),
})
const apiOf = ({ results }: Scan) => Api.parse(results?.['api'])

const Started = z.object({ scan_id: z.string(), operations: z.int(), skipped: z.unknown() })
const described = async () => {
  const { body: spec } = await request(kiosk, '/swagger.yaml')
  const body = { spec, target_url: kiosk.url, ...QUICK }
  const { status, body: answer } = await instance.api('POST', '/api/scan/from-openapi', body, {
    key,
  })
  expect(status).toBe(202)
  const started = Started.parse(answer)
  return { started, scan: await untilEnded(instance, key, started.scan_id, SCAN_MS) }
}
const undescribed = async () => {
  const id = await startScan(instance, key, ledger.url, { scan_type: 'api', ...QUICK })
  return untilEnded(instance, key, id, SCAN_MS)
}
const [given, linked] = await Promise.all([described(), undescribed()])

describe('POST /api/scan/from-openapi with a description in the body', () => {
  it('finds what is wrong with the operations, and nothing else', () => {
    expect(given.scan).toMatchObject({ status: 'completed', results: { partial: false } })
    const { missed, wrong } = score(kioskTruth, foundIn(given.scan))
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] })
  })

  it('says which operations were tested and which not', () => {
    const skipped = [{ operation: 'DELETE /shop/shelf', reason: 'DELETE is never sent' }]
    expect(given.started).toMatchObject({ operations: 4, skipped })
    const { descriptions, operations } = apiOf(given.scan)
    expect(descriptions).toEqual([{ url: null, operations: 5, reason: null }])
    expect(operations.map(({ method, path, tested }) => [method, path, tested])).toEqual([
      ['GET', '/shop/goods', true],
      ['POST', '/shop/notes', true],
      ['DELETE', '/shop/shelf', false],
      ['POST', '/shop/slips', true],
      ['GET', '/shop/wares', true],
    ])
    expect(operations.every(({ tested, requests }) => requests > 1 === tested)).toBe(true)
  })

  it('looks for no other description and reads no page for links', () => {
    const asked = kiosk.stats().hits.filter(({ scan }) => scan !== '')
    expect(asked.map(({ path }) => path)).not.toContain('/swagger.yaml')
  })
})

describe('scan_type api without a description', () => {
  it('follows the links of JSON answers, and finds what is wrong behind them', () => {
    expect(linked).toMatchObject({ status: 'completed', results: { partial: false } })
    const { missed, wrong } = score(ledgerTruth, foundIn(linked))
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] })
    expect(apiOf(linked)).toEqual({ descriptions: [], operations: [] })
  })

  it('reads no HTML for links', () => {
    const paths = ledger.stats().hits.map(({ path }) => path)
    expect(paths).toContain('/manual')
    expect(paths).not.toContain('/hidden')
  })
})

it('never sends a dangerous operation', () => {
  expect(kiosk.stats().dangerous + ledger.stats().dangerous).toBe(0)
})
