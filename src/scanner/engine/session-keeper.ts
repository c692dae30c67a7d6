import { LIMITS } from '../../limits.ts'
import type { LoginHeaders, LoginResult } from '../auth/login.ts'
import {
  isProbeError,
  NO_HEADERS,
  ProbeError,
  type Exchange,
  type HttpRequest,
  type Send,
} from '../http/exchange.ts'
import type { Stopwatch } from '../http/stopwatch.ts'
import type { Clock } from '../ports.ts'
import { isAlike, judge, looksOut, showsMarker } from './session.ts'
import type { Session, SessionRoom, Verdict } from './session.ts'
import type { SessionResult } from './unit.ts'

export type KeeperMeans = Readonly<{
  send: Send
  setHeaders(headers: LoginHeaders): void
  room: SessionRoom
  /** A form login; null where credentials were given that nobody can renew. */
  logIn: ((session: Session) => Promise<Renewed>) | null
  clock: Clock
  /** On while the unit waits for a session, which is no work of its own. */
  waiting: Stopwatch
  spent(): number
}>
export type Renewed = Readonly<{ result: LoginResult; codeStep: number | null }>

/** An answer with the moment at which it had come. */
type Asked = Readonly<{ request: HttpRequest; exchange: Exchange; at: number }>

const REPEATS = 3
const WAIT_MS = 250
const SHORT = 'the site ends sessions so early that some answers may be those to a visitor'

/**
 * Keeps a unit logged in: looks at the probe at every LIMITS.sessionProbeEvery-th request, at the end of
 * the unit and wherever an answer looks like one to a visitor. When the session has ended, all wait; after
 * a new login what was not proved is asked again. Where that answers otherwise, the unit is to be repeated.
 */
export class SessionKeeper {
  readonly #means: KeeperMeans
  #session: Session | null
  #isLost = false
  #looking: Promise<boolean> | null = null
  /** Answers that nothing has proved to be those to somebody logged in. */
  #unproved: Asked[] = []
  #sinceProbe = 0
  #requests = 0
  #loggedIn = 0
  /** Counts starts and ends of requests: a session that lives at one moment lived at all before. */
  #moment = 0
  /** Signs that were none are heeded ever more rarely: some sites send every stray to the login. */
  #ignored = 0
  #patience = 0
  #line: Promise<unknown> = Promise.resolve()
  #partial: string | null = null
  /** Sessions end here before a unit does: requests go one by one, and repeating it would never end. */
  isShort = false
  /** What the unit has done is void. */
  mustRepeat = false

  constructor(means: KeeperMeans, session: Session | null) {
    this.#means = means
    this.#session = session
  }

  /** From the open stage on: the session that was just made. */
  adopt(session: Session): void {
    if (this.#session?.probe == null) this.#requests = 0
    this.#session = session
    this.#means.setHeaders(session.headers)
  }

  result = (): SessionResult => ({
    requests: this.#requests,
    loggedIn: this.#loggedIn,
    partial: this.#partial,
  })

  send: Send = (request) => {
    if (!this.isShort) return this.#send(request)
    // Each request in flight is lost with the session.
    const sent = this.#line.then(() => this.#send(request))
    this.#line = sent.catch(() => undefined)
    return sent
  }

  /** The last look of the unit. */
  async finish(): Promise<void> {
    await this.#looking
    if (this.#session?.probe && !this.#isLost && this.#unproved.length > 0) await this.#look(false)
  }

  async #send(request: HttpRequest): Promise<Exchange> {
    for (let attempt = 0; ; attempt += 1) {
      await this.#looking
      if (this.mustRepeat) throw new ProbeError('aborted', 'The unit will be repeated, logged in.')
      const session = this.#session
      const startedAt = (this.#moment += 1)
      const exchange = await this.#means.send(request)
      this.#requests += 1
      const probe = session?.probe ?? null
      if (probe === null || this.#isLost) return exchange
      const isStale = this.#session?.generation !== session?.generation
      const isEnd = isStale || (await this.#looksEnded(request, exchange))
      if (isEnd && !this.#isLost && attempt < REPEATS) continue
      if (!isEnd && showsMarker(probe, exchange)) {
        this.#loggedIn += 1
        this.#prove(startedAt)
      } else this.#unproved.push({ request, exchange, at: (this.#moment += 1) })
      this.#sinceProbe += 1
      if (this.#sinceProbe >= LIMITS.sessionProbeEvery) await this.#look(false)
      return exchange
    }
  }

  /** The session lived at that moment, so every answer that had come by then was given to it. */
  #prove(moment: number): void {
    const doubted = this.#unproved.filter(({ at }) => at > moment)
    this.#loggedIn += this.#unproved.length - doubted.length
    this.#unproved = doubted
  }

  /** True where a sign led to the probe, and the session had ended. */
  async #looksEnded(request: HttpRequest, exchange: Exchange): Promise<boolean> {
    const probe = this.#session?.probe
    // What sends credentials of its own says nothing of ours.
    if (!probe || request.headers.has('authorization') || !looksOut(probe, exchange)) return false
    if (this.#looking === null && this.#ignored > 0) {
      this.#ignored -= 1
      return false
    }
    const isAlive = await this.#look(true)
    if (isAlive) {
      this.#patience = Math.min(2 * this.#patience + 1, LIMITS.sessionProbeEvery)
      this.#ignored = this.#patience
    }
    return !isAlive
  }

  /** False when the session had ended, whether or not there is a new one. One look at a time. */
  #look(hasSign: boolean): Promise<boolean> {
    this.#looking ??= this.#lookNow(hasSign).finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #lookNow(hasSign: boolean): Promise<boolean> {
    this.#sinceProbe = 0
    const startedAt = (this.#moment += 1)
    const first = await this.#probe()
    // A single answer may be an accident; one that follows a sign is none.
    const verdict = first === 'out' && !hasSign ? await this.#probe() : first
    if (verdict === 'in') this.#prove(startedAt)
    if (verdict !== 'out') return true
    this.#means.waiting.set(true)
    try {
      if (await this.#renew()) await this.#askAgain()
      else this.#isLost = true
    } finally {
      this.#means.waiting.set(false)
    }
    return false
  }

  async #probe(): Promise<Verdict> {
    const probe = this.#session?.probe
    if (!probe) return 'unknown'
    try {
      const url = new URL(probe.url)
      const exchange = await this.#means.send({ method: 'GET', url, headers: NO_HEADERS })
      const verdict = judge(probe, exchange)
      this.#requests += 1
      if (verdict === 'in') this.#loggedIn += 1
      return verdict
    } catch (error) {
      if (isProbeError(error)) return 'unknown'
      throw error
    }
  }

  /** Whether there is a session again. */
  async #renew(): Promise<boolean> {
    const { room, clock, logIn, spent } = this.#means
    const old = this.#session
    if (old?.probe == null) return false
    if (logIn === null) {
      await room.lose(`${new URL(old.probe.url).pathname} answered as to a visitor`)
      return false
    }
    for (;;) {
      const answer = await room.renew(old.generation, spent())
      if (answer.kind === 'lost') return false
      if (answer.kind === 'wait') {
        await clock.sleep(WAIT_MS)
        continue
      }
      this.isShort = answer.isShort
      if (answer.kind === 'login') return this.#logIn(old, logIn)
      this.adopt(answer.session)
      return true
    }
  }

  async #logIn(old: Session, logIn: NonNullable<KeeperMeans['logIn']>): Promise<boolean> {
    const { room, spent } = this.#means
    const { result, codeStep } = await logIn(old)
    if (result.kind === 'failed') {
      await room.lose(result.message)
      return false
    }
    const next = { headers: result.headers, probe: old.probe, codeStep }
    this.adopt({ ...next, generation: old.generation })
    if ((await this.#probe()) === 'out') {
      await room.lose('after a new login the site still answered as to a visitor')
      return false
    }
    this.adopt({ ...next, generation: await room.keep(next, spent()) })
    return true
  }

  /** Asks again, logged in, for all that was not proved. */
  async #askAgain(): Promise<void> {
    const asked = this.#unproved
    this.#unproved = []
    try {
      for (const { request, exchange } of asked) {
        const again = await this.#means.send(request)
        this.#requests += 1
        this.#loggedIn += 1
        if (!isAlike(this.#session?.probe ?? null, again, exchange)) this.#doubt()
      }
    } catch (error) {
      if (!isProbeError(error)) throw error
      this.#doubt()
    }
  }

  #doubt(): void {
    if (this.isShort) this.#partial = SHORT
    else this.mustRepeat = true
  }
}
