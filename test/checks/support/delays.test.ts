import { expect, it } from 'vitest'

import { findDelay } from '../../../src/scanner/checks/support/delays.ts'
import type { Verdict } from '../../../src/scanner/http/timing.ts'
import { requestOf } from '../../support/inputs.ts'
import { answer, html, type Reply } from '../../support/site.ts'

/** Which payload is found where measurements end in these ways, one after the other, and after how many. */
async function search(verdicts: readonly Verdict['is'][], reply: Reply = html('ok')) {
  const request = requestOf({})
  const exchange = { request, response: answer(reply, request, 0) }
  let measured = 0
  const found = await findDelay(
    [0, 1, 2, 3],
    () => ({ kind: 'sleep', stepMs: 10, request: () => request }),
    {
      input: { kind: 'query', name: 'q', value: '1', request, with: () => request },
      baseline: { first: exchange, second: exchange },
      triage: { word: 'a', plain: exchange, brokenWord: 'b', broken: exchange },
      send: async () => exchange,
      nonce: () => 'a',
      random: (min) => min,
      measure: async () => {
        const is = verdicts[measured++] ?? 'quiet'
        return is === 'follows' ? { is, isCut: false, runs: 2, samples: [] } : { is }
      },
    },
  )
  return [found?.payload ?? null, measured]
}

it('takes the first delay that holds', async () => {
  expect(await search(['quiet', 'blocked', 'follows', 'follows'])).toEqual([2, 3])
})
it('leaves a suspect to be measured alone', async () => {
  expect(await search(['quiet', 'suspect', 'follows'])).toEqual([null, 2])
})
it('measures a delay that did not hold once more, and gives up at the second', async () => {
  expect(await search(['unsteady', 'follows'])).toEqual([0, 2])
  expect(await search(['unsteady', 'quiet', 'follows'])).toEqual([1, 3])
  expect(await search(['unsteady', 'unsteady', 'follows'])).toEqual([null, 2])
  expect(await search(['unsteady', 'quiet', 'unsteady', 'follows'])).toEqual([null, 3])
})
it('measures nothing where the site refuses everything', async () => {
  expect(await search(['follows'], html('<h1>Access denied</h1>', { status: 403 }))).toEqual([
    null,
    0,
  ])
})
