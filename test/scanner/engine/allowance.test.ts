import { expect, it } from 'vitest'

import { Allowance, pool, type Share } from '../../../src/scanner/engine/allowance.ts'
import type { Exchange } from '../../../src/scanner/http/exchange.ts'

const take = async (allowance: Allowance, expected: number, most = expected): Promise<Share> => {
  const share = await allowance.take(expected, most)
  if (share === null) throw new Error('There was no room.')
  return share
}
const request = { method: 'GET', url: new URL('https://shop.example/'), headers: new Headers() }
const answer: Exchange = {
  request,
  response: { status: 200, headers: new Headers(), body: '', truncated: false, elapsedMs: 1 },
}

/** A piece of work that sends `requests` within its share and says whether all of them left. */
async function work(allowance: Allowance, share: Share, requests: number): Promise<boolean> {
  let left = 0
  const send = allowance.sendWithin(share, async () => {
    left += 1
    return answer
  })
  try {
    for (let each = 0; each < requests; each += 1) await send(request)
    return true
  } catch (error) {
    expect(error).toMatchObject({ kind: 'budget' })
    return false
  } finally {
    allowance.settle(share, left)
  }
}

it('gives out no more than the total', async () => {
  const allowance = new Allowance(10)
  allowance.settle(await take(allowance, 6), 6)
  expect(await allowance.take(5)).toBeNull()
  expect(await allowance.take(4)).not.toBeNull()
})

it('starts nothing that might not fit to its end', async () => {
  const allowance = new Allowance(10)
  allowance.settle(await take(allowance, 2, 9), 2)
  expect(await allowance.take(2, 9)).toBeNull()
  expect(await allowance.take(2, 8)).not.toBeNull()
})

it('waits for what another may give back', async () => {
  const allowance = new Allowance(10)
  const first = await take(allowance, 8)
  const second = allowance.take(5)
  allowance.settle(first, 2)
  expect(await second).not.toBeNull()
})

it('answers a waiter with no when nothing is left to give back', async () => {
  const allowance = new Allowance(10)
  const first = await take(allowance, 8)
  const second = allowance.take(5)
  allowance.settle(first, 8)
  expect(await second).toBeNull()
})

it('brings one to its end where all send more than expected at the same time', async () => {
  const allowance = new Allowance(40)
  const shares = await Promise.all([1, 2, 3].map(() => take(allowance, 5, 25)))
  const ended = await Promise.all(shares.map((share) => work(allowance, share, 25)))
  expect(ended.filter(Boolean)).toHaveLength(1)
})

it('lets one that outgrows its share wait for what a quick one gives back', async () => {
  const allowance = new Allowance(40)
  const [first, second, quick] = await Promise.all([
    take(allowance, 5, 20),
    take(allowance, 5, 20),
    take(allowance, 5, 20),
  ])
  const both = Promise.all([work(allowance, first, 20), work(allowance, second, 12)])
  expect(await work(allowance, quick, 0)).toBe(true)
  expect(await both).toEqual([true, true])
})

it('keeps nothing in reserve once one has come to its end', async () => {
  const allowance = new Allowance(30)
  allowance.settle(await take(allowance, 5, 25), 5, true)
  const shares = await Promise.all([1, 2, 3, 4, 5].map(() => take(allowance, 5, 25)))
  const later = allowance.take(5, 25)
  const ended = await Promise.all(shares.map((share, index) => work(allowance, share, index + 3)))
  expect(ended).toEqual([true, true, true, true, true])
  expect(await later).toBeNull()
})

it('gives those that outgrow their share a little at a time then', async () => {
  const allowance = new Allowance(30)
  allowance.settle(await take(allowance, 5, 25), 5, true)
  const [first, second] = await Promise.all([take(allowance, 5, 25), take(allowance, 5, 25)])
  const ended = await Promise.all([work(allowance, first, 10), work(allowance, second, 15)])
  expect(ended).toEqual([true, true])
})

it('runs every item once, at most width at a time, starting in order', async () => {
  const started: number[] = []
  let running = 0
  let most = 0
  await pool([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    started.push(item)
    most = Math.max(most, ++running)
    await Promise.resolve()
    running -= 1
  })
  expect(started).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(3)
})
