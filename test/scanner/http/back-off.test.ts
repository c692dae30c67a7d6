import { expect, test } from 'vitest'

import { CALM, refused, welcomed, type BackOff } from '../../../src/scanner/http/back-off.ts'

const refusal = (startedAt: number, retryAfterMs: number | null = null) => ({
  startedAt,
  endedAt: startedAt + 10,
  retryAfterMs,
})

test('the gap doubles with each refusal up to ten seconds, and halves with each answer', () => {
  let state: BackOff = CALM
  const gaps: number[] = []
  for (let at = 1000; at < 1000 + 9 * 100; at += 100) {
    state = refused(state, refusal(at))
    gaps.push(state.gapMs)
  }
  expect(gaps).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
  for (; state.gapMs > 0; state = welcomed(state)) gaps.push(state.gapMs)
  expect(gaps.slice(9)).toEqual([10_000, 5000, 2500, 1250, 625, 312, 156, 78])
})

test('what was in flight together counts once', () => {
  const first = refused(CALM, refusal(1000))
  expect(refused(first, refusal(1005)).gapMs).toBe(100)
  expect(refused(first, refusal(1010)).gapMs).toBe(200)
})

test('a pause is kept whatever comes after it, and is a minute at most', () => {
  const paused = refused(CALM, refusal(1000, 30_000))
  expect(paused.pausedUntil).toBe(31_010)
  expect(refused(paused, refusal(1005, 1000)).pausedUntil).toBe(31_010)
  expect(welcomed(paused).pausedUntil).toBe(31_010)
  expect(refused(CALM, refusal(1000, 3_600_000)).pausedUntil).toBe(61_010)
})

test('a calm host is left alone', () => {
  expect(welcomed(CALM)).toBe(CALM)
})
