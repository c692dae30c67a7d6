import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import {
  emptyHost,
  giveBack,
  observe,
  share,
  type HostState,
  type Share,
} from '../../../src/scanner/engine/host-pace.ts'

const ORIGIN = 'https://shop.example'
const ask = (state: HostState, holder: string, now = 0, cap = 20, wanted = 5) =>
  share(state, { holder, origin: ORIGIN, wanted, cap }, now)
const inFlight = (answer: Share) => (answer.kind === 'granted' ? answer.inFlight : 0)
const quiet = { origin: ORIGIN, requests: 10, refusals: 0, connectFailures: 0, retryAfterMs: null }

describe('sharing a host', () => {
  it('gives the first unit what it wants', () => {
    expect(ask(emptyHost, 'a')[1]).toEqual({
      kind: 'granted',
      inFlight: 5,
      spacingMs: 0,
      pauseMs: 0,
    })
  })

  it('never gives out more than the cap, and serves every holder at least one until then', () => {
    let state = emptyHost
    let total = 0
    for (let unit = 0; unit < 50; unit++) {
      const [next, answer] = ask(state, `u${unit}`, 0, 20)
      state = next
      total += inFlight(answer)
    }
    expect(total).toBe(20)
  })

  it('makes the next one wait when all is given, and lets it in after a release', () => {
    let [state] = ask(emptyHost, 'a', 0, 5)
    expect(ask(state, 'b', 0, 5)[1].kind).toBe('wait')
    state = giveBack(state, 'a')
    expect(ask(state, 'b', 0, 5)[1].kind).toBe('granted')
  })

  it('forgets a holder whose lease ran out, and keeps one that asks again', () => {
    const [state] = ask(emptyHost, 'a', 0, 5)
    expect(ask(state, 'b', LIMITS.hostLeaseMs - 1, 5)[1].kind).toBe('wait')
    expect(ask(state, 'b', LIMITS.hostLeaseMs, 5)[1].kind).toBe('granted')
    const [renewed] = ask(state, 'a', LIMITS.hostLeaseMs - 1, 5)
    expect(ask(renewed, 'b', LIMITS.hostLeaseMs, 5)[1].kind).toBe('wait')
  })
})

describe('backing off', () => {
  it('pauses as long as Retry-After says, then goes on with spacing', () => {
    const state = observe(
      emptyHost,
      { ...quiet, refusals: 1, retryAfterMs: 7000, meanLatencyMs: 5 },
      1000,
    )
    expect(ask(state, 'a', 1000)[1]).toEqual({ kind: 'wait', retryAfterMs: 7000 })
    expect(ask(state, 'a', 8000)[1]).toEqual({
      kind: 'granted',
      inFlight: 5,
      spacingMs: 100,
      pauseMs: 0,
    })
  })

  it('doubles the spacing while refusals go on and gives it up when they end', () => {
    let state = emptyHost
    for (let round = 0; round < 3; round++) {
      state = observe(state, { ...quiet, refusals: 1, meanLatencyMs: 5 }, round)
    }
    expect(state.origins.get(ORIGIN)?.spacingMs).toBe(400)
    for (let round = 0; round < 3; round++)
      state = observe(state, { ...quiet, meanLatencyMs: 5 }, 9)
    expect(state.origins.get(ORIGIN)?.spacingMs).toBe(0)
  })

  it('slows down when answers take three times as long as at first', () => {
    let state = observe(emptyHost, { ...quiet, meanLatencyMs: 400 }, 0)
    state = observe(state, { ...quiet, meanLatencyMs: 1100 }, 1)
    expect(state.origins.get(ORIGIN)?.spacingMs).toBe(0)
    state = observe(state, { ...quiet, meanLatencyMs: 1300 }, 2)
    expect(state.origins.get(ORIGIN)?.spacingMs).toBe(100)
    for (let round = 0; round < 9; round++) {
      state = observe(state, { ...quiet, meanLatencyMs: 9000 }, 3)
    }
    expect(state.origins.get(ORIGIN)?.spacingMs).toBe(1000)
  })

  it('does not call an answer slow that comes within a second', () => {
    let state = observe(emptyHost, { ...quiet, meanLatencyMs: 2 }, 0)
    state = observe(state, { ...quiet, meanLatencyMs: 900 }, 1)
    expect(state.origins.get(ORIGIN)?.spacingMs).toBe(0)
  })

  it('breaks the circuit after ten dead connections in a row, not when some answer', () => {
    const dead = { ...quiet, requests: 5, connectFailures: 5, meanLatencyMs: null }
    let state = observe(observe(emptyHost, dead, 0), dead, 1)
    expect(ask(state, 'a', 1)[1].kind).toBe('wait')
    state = observe(observe(emptyHost, dead, 0), { ...dead, requests: 6 }, 1)
    expect(ask(state, 'a', 1)[1].kind).toBe('granted')
  })
})
