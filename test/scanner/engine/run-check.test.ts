import { expect, it } from 'vitest'

import type { Sighting } from '../../../src/scanner/checks/check.ts'
import { ProbeError, type Exchange, type Send } from '../../../src/scanner/http/exchange.ts'
import { runCheck } from '../../../src/scanner/engine/run-check.ts'
import { makeFakeClock } from '../../support/fake-clock.ts'

const exchange: Exchange = {
  request: { method: 'GET', url: new URL('https://shop.example/'), headers: new Headers() },
  response: { status: 200, headers: new Headers(), body: 'ok', truncated: false, elapsedMs: 1 },
}
const answers: Send = async () => exchange
const means = (send: Send = answers) => ({ send, clock: makeFakeClock() })
const meta = { id: 'demo.thing', maxRequests: 2 }
const sighting: Sighting = {
  confidence: 'confirmed',
  reason: 'seen',
  evidence: { exchange, match: 'ok', note: 'seen' },
}

it('counts requests and hands on what was seen', async () => {
  const run = await runCheck(meta, means(), async function* (send) {
    await send(exchange.request)
    yield sighting
    await send(exchange.request)
  })
  expect(run).toEqual({
    sightings: [sighting],
    requests: 2,
    elapsedMs: 0,
    failure: null,
    threw: null,
  })
})

it('stops a check at its own limit and says so', async () => {
  const run = await runCheck(meta, means(), async function* (send) {
    for (let round = 0; round < 3; round++) await send(exchange.request)
    yield sighting
  })
  expect(run).toMatchObject({ sightings: [], requests: 2, failure: null })
  expect(run.threw).toContain('more than its 2 requests')
})

it('keeps what was seen before a throw', async () => {
  const run = await runCheck(meta, means(), async function* () {
    yield sighting
    throw new TypeError('broken check')
  })
  expect(run).toMatchObject({ sightings: [sighting], threw: 'broken check' })
})

it('tells a request that could not be sent from a broken check', async () => {
  const run = await runCheck(
    meta,
    means(() => Promise.reject(new ProbeError('timeout', 'no answer'))),
    async function* (send) {
      await send(exchange.request)
      yield sighting
    },
  )
  expect(run).toMatchObject({ sightings: [], failure: 'timeout', threw: null })
})
