import { expect, it } from 'vitest'

import { Allowance, pool } from '../../../src/scanner/engine/allowance.ts'

it('gives out no more than the total', async () => {
  const allowance = new Allowance(10)
  expect(await allowance.take(6)).toBe(true)
  allowance.settle(6, 6)
  expect(await allowance.take(5)).toBe(false)
  expect(await allowance.take(4)).toBe(true)
})

it('starts nothing that might not fit to its end', async () => {
  const allowance = new Allowance(10)
  expect(await allowance.take(2, 9)).toBe(true)
  allowance.settle(2, 2)
  expect(await allowance.take(2, 9)).toBe(false)
  expect(await allowance.take(2, 8)).toBe(true)
})

it('waits for what another may give back', async () => {
  const allowance = new Allowance(10)
  await allowance.take(8)
  const second = allowance.take(5)
  allowance.settle(8, 2)
  expect(await second).toBe(true)
})

it('answers a waiter with no when nothing is left to give back', async () => {
  const allowance = new Allowance(10)
  await allowance.take(8)
  const second = allowance.take(5)
  allowance.settle(8, 8)
  expect(await second).toBe(false)
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
