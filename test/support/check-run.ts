import { expect } from 'vitest'

import type {
  Check,
  Input,
  InputCheck,
  PageFacts,
  Sighting,
} from '../../src/scanner/checks/check.ts'
import { fill } from '../../src/scanner/checks/support/fill.ts'
import { NO_FEEDS, type Feeds } from '../../src/scanner/feeds.ts'
import type { Exchange, HttpRequest } from '../../src/scanner/http/exchange.ts'
import type { TlsFacts } from '../../src/scanner/tls/facts.ts'
import { measureDelay, type Measure } from '../../src/scanner/http/timing.ts'
import { screenDelay } from '../../src/scanner/http/timing-screen.ts'
import { TRIAGE_TEXT } from '../../src/scanner/payloads/triage.ts'
import { inputsOf, requestOf, type RequestSpec } from './inputs.ts'
import { modelBrowser, runningBrowser, type ModelScript } from './model-browser.ts'
import { answer, type Site } from './site.ts'

export type CaseSite = RequestSpec &
  Readonly<{
    site: Site
    /** For page checks: what the crawl says, where that is not what the site answers now. */
    page?: Partial<Pick<PageFacts, 'status' | 'contentType' | 'documented'>>
    /** For passive checks: what is known from outside; nothing unless given. */
    feeds?: Feeds
    /** The Cookie header that logs the scan in: sent where a request has none of its own. */
    session?: string
    /** For checks of TLS: what handshakes told. */
    tls?: TlsFacts
    /** For script checks: what the page's script does. */
    script?: ModelScript
    /** For input checks that a browser confirms: whether it runs what seems to run. */
    isRun?: boolean
    /** For stored checks: the page that shows what the inputs store. */
    shownAt?: string
  }>

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
  const lab = makeLab(check, row)
  const baseline = { first: lab.ask(requestOf(row)), second: lab.ask(requestOf(row)) }
  const craft = { send: lab.send, nonce: lab.nonce, random: lab.random }
  let sightings: Sighting[] = []
  let sent: readonly Exchange[] = []
  let applied = 0
  if (check.phase === 'passive') {
    if (check.appliesTo?.(baseline.first) ?? true) {
      applied = 1
      sightings = await collect(check.run(baseline.first, row.feeds ?? NO_FEEDS))
    }
  } else if (check.phase === 'origin') {
    const origin = new URL('/', baseline.first.request.url)
    if (check.appliesTo?.(origin) ?? true) {
      applied = 1
      const looksMissing = async (exchange: Exchange) => lab.looksMissing(exchange)
      sightings = await collect(
        check.run({ ...craft, origin, baseline, looksMissing, tls: factsFor(row) }),
      )
    }
    sent = lab.sent()
  } else if (check.phase === 'page') {
    const page = factsOf(baseline.first, row)
    if (check.appliesTo?.(page) ?? true) {
      applied = 1
      const looksMissing = async (exchange: Exchange) => lab.looksMissing(exchange)
      sightings = await collect(check.run({ ...craft, page, baseline, looksMissing }))
    }
    sent = lab.sent()
  } else if (check.phase === 'script') {
    applied = 1
    const page = factsOf(baseline.first, row)
    sightings = await collect(check.run({ ...craft, page, browser: modelBrowser(row.script) }))
    sent = lab.sent()
  } else {
    for (const input of inputsOf(row).filter((input) => check.appliesTo?.(input) ?? true)) {
      applied += 1
      if (check.phase === 'input') {
        const triage = triageOf(lab, input)
        const browser = row.isRun === undefined ? {} : { browser: runningBrowser(row.isRun) }
        lab.reset()
        const measure = measureDelay
        sightings = await collect(
          check.run({ ...craft, input, baseline, triage, measure, ...browser }),
        )
        if (check.meta.timed && sightings.length > 0) {
          expect(await isSuspect(check, row, input), 'screening sees the delay too').toBe(true)
        }
      } else {
        const planted = plant(lab, input, row)
        lab.reset()
        if (planted !== null) sightings = await collect(check.run({ ...craft, input, ...planted }))
      }
      if (lab.sent().length >= sent.length || sightings.length > 0) sent = lab.sent()
      if (sightings.length > 0) break
    }
  }
  return { sightings, sent, recorded: lab.recorded, drawn: lab.drawn, applied }
}

/** Whether the check, asked beside other requests, sees that a delay shows. */
async function isSuspect(check: InputCheck, row: CaseSite, input: Input): Promise<boolean> {
  const lab = makeLab(check, row)
  const baseline = { first: lab.ask(requestOf(row)), second: lab.ask(requestOf(row)) }
  const { send, nonce, random } = lab
  const craft = { send, nonce, random, input, baseline, triage: triageOf(lab, input) }
  let suspected = false
  const measure: Measure = async (delay, bench) => {
    const verdict = await screenDelay(delay, bench)
    suspected ||= verdict.is === 'suspect'
    return verdict
  }
  expect(await collect(check.run({ ...craft, measure }))).toEqual([])
  return suspected
}

function makeLab(check: Check, { site, session }: CaseSite) {
  const recorded: Exchange[] = []
  const drawn: string[] = []
  let sent: Exchange[] = []
  let seed = 7
  let asked = 0
  const ask = (plain: HttpRequest, counts = true): Exchange => {
    const headers = new Headers(session === undefined ? {} : { cookie: session })
    for (const [name, value] of plain.headers) headers.set(name, value)
    const request = { ...plain, headers }
    const exchange = { request, response: answer(site, request, asked) }
    if (counts) asked += 1
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

type Lab = Pick<ReturnType<typeof makeLab>, 'ask' | 'nonce'>

/** As the engine asks, uncounted by the site's `nth`: a word, then another one among what breaks things. */
function triageOf({ ask, nonce }: Lab, input: Input) {
  const word = nonce()
  const brokenWord = nonce()
  const plain = ask(input.with(word), false)
  const broken = ask(input.with(fill(TRIAGE_TEXT, { word: brokenWord })), false)
  return { word, plain, brokenWord, broken }
}

/** As the engine does it: a word goes in, and is found again on a page or not. */
function plant({ ask, nonce }: Lab, input: Input, { shownAt }: CaseSite) {
  const word = nonce()
  ask(input.with(word))
  if (shownAt === undefined) throw new Error('a case of a stored check says `shownAt`')
  const request = requestOf({ url: shownAt })
  const shown = ask(request)
  return shown.response.body.includes(word) ? { word, shownAt: request, shown } : null
}

const factsFor =
  ({ tls }: CaseSite) =>
  async (): Promise<TlsFacts> => {
    if (tls === undefined) throw new Error('a case of a check of TLS says `tls`')
    return tls
  }

function factsOf({ request: { url }, response }: Exchange, { page }: CaseSite): PageFacts {
  return {
    url,
    isFolder: url.pathname.endsWith('/'),
    status: response.status,
    contentType: response.headers.get('content-type')?.split(';')[0] ?? null,
    ...page,
  }
}

async function collect(
  sightings: AsyncIterable<Sighting> | Iterable<Sighting>,
): Promise<Sighting[]> {
  const all: Sighting[] = []
  for await (const sighting of sightings) all.push(sighting)
  return all
}
