import { expect } from 'vitest'

import type { Check, Sighting } from '../../src/scanner/checks/check.ts'
import type { Exchange, HttpRequest } from '../../src/scanner/http/exchange.ts'
import { inputsOf, requestOf, type RequestSpec } from './inputs.ts'
import { answer, type Site } from './site.ts'

export type CaseSite = RequestSpec & Readonly<{ site: Site }>

export type CheckRun = Readonly<{
  sightings: readonly Sighting[]
  /** What the check sent for the input that reported, or for the input that cost most. */
  sent: readonly Exchange[]
  /** Everything recorded, baselines included. */
  recorded: readonly Exchange[]
  /** Nonces and random numbers handed out, as text. */
  drawn: readonly string[]
  /** How many places the check said it applies to. */
  applied: number
}>

/** Runs one check on one site, as the engine would: two baselines, budget, fresh nonces. */
export async function runCheck(check: Check, row: CaseSite): Promise<CheckRun> {
  const lab = makeLab(check, row.site)
  const baseline = { first: lab.ask(requestOf(row)), second: lab.ask(requestOf(row)) }
  const craft = { send: lab.send, nonce: lab.nonce, random: lab.random }
  let sightings: Sighting[] = []
  let sent: readonly Exchange[] = []
  let applied = 0
  if (check.phase === 'passive') {
    if (check.appliesTo?.(baseline.first) ?? true) {
      applied = 1
      sightings = [...check.run(baseline.first)]
    }
  } else if (check.phase === 'origin') {
    const origin = new URL('/', baseline.first.request.url)
    if (check.appliesTo?.(origin) ?? true) {
      applied = 1
      const looksMissing = async (exchange: Exchange) => lab.looksMissing(exchange)
      sightings = await collect(check.run({ ...craft, origin, baseline, looksMissing }))
    }
    sent = lab.sent()
  } else {
    for (const input of inputsOf(row).filter((input) => check.appliesTo?.(input) ?? true)) {
      applied += 1
      lab.reset()
      sightings = await collect(check.run({ ...craft, input, baseline }))
      if (lab.sent().length >= sent.length || sightings.length > 0) sent = lab.sent()
      if (sightings.length > 0) break
    }
  }
  return { sightings, sent, recorded: lab.recorded, drawn: lab.drawn, applied }
}

function makeLab(check: Check, site: Site) {
  const recorded: Exchange[] = []
  const drawn: string[] = []
  let sent: Exchange[] = []
  let seed = 7
  const ask = (request: HttpRequest): Exchange => {
    const exchange = { request, response: answer(site, request, recorded.length) }
    recorded.push(exchange)
    return exchange
  }
  return {
    ask,
    recorded,
    drawn,
    sent: () => sent,
    reset: () => (sent = []),
    send: async (request: HttpRequest): Promise<Exchange> => {
      expect(check.phase, 'passive checks never send').not.toBe('passive')
      const exchange = ask(request)
      sent.push(exchange)
      expect(sent.length, 'requests against meta.maxRequests').toBeLessThanOrEqual(
        check.meta.maxRequests,
      )
      return exchange
    },
    nonce: () => {
      const word = `k${(drawn.length + 11).toString(36)}x${(7919 * (drawn.length + 1)).toString(36)}q9`
      drawn.push(word)
      return word
    },
    random: (min: number, max: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      const number = min + (seed % (max - min + 1))
      drawn.push(String(number))
      return number
    },
    /** The engine's control in small: a made-up sibling that gets the same answer. */
    looksMissing: (exchange: Exchange): boolean => {
      if (exchange.response.status === 404) return true
      const url = new URL(exchange.request.url)
      url.pathname = url.pathname.replace(/[^/]*$/, (file) => `q7w8e9-${file}`)
      const sibling = ask({ ...exchange.request, url }).response
      return sibling.status === exchange.response.status && sibling.body === exchange.response.body
    },
  }
}

async function collect(sightings: AsyncIterable<Sighting>): Promise<Sighting[]> {
  const all: Sighting[] = []
  for await (const sighting of sightings) all.push(sighting)
  return all
}
