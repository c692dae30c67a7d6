import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import type { ScanSecrets } from '../scanner/engine/options.ts'
import { withPartial, type ScanState } from '../scanner/engine/scan-state.ts'
import type { NewSession, RenewAnswer, Session } from '../scanner/engine/session.ts'
import type { UnitWork } from '../scanner/engine/unit.ts'
import type { Deps } from '../services/deps.ts'
import type { SessionAnswer, SessionAsk } from '../services/ports.ts'
import { logLine } from '../services/log-line.ts'
import type { ScanStore } from './scan-store.ts'

export type Credentials = Pick<UnitWork, 'secrets' | 'session'>

const LOST = 'the login was lost'
const KEY = 'session'

/** The session that all units of a scan share. Its secrets are sealed for the scan and go with its end. */
export class ScanSession {
  readonly #store: ScanStore
  readonly #deps: Deps

  constructor(store: ScanStore, deps: Deps) {
    this.#store = store
    this.#deps = deps
  }

  /** What the scan was given, and what it has logged in with; null once they are erased. */
  async credentials(state: ScanState): Promise<Credentials | null> {
    const sealed = this.#store.getText('secrets')
    if (sealed === null) return null
    // oxlint-disable-next-line no-unsafe-type-assertion -- sealed by services/scans/start.ts
    const secrets = JSON.parse(await this.#deps.vault.open(sealed, state.scanId)) as ScanSecrets
    return { secrets, session: await this.#read(state) }
  }

  async #read({ scanId }: ScanState): Promise<Session | null> {
    const sealed = this.#store.getText(KEY)
    if (sealed === null) return null
    // oxlint-disable-next-line no-unsafe-type-assertion -- sealed by `#keep` and nothing else
    return JSON.parse(await this.#deps.vault.open(sealed, scanId)) as Session
  }

  async answer(
    unitId: string,
    epoch: number,
    ask: SessionAsk,
    now: Instant,
  ): Promise<SessionAnswer> {
    const state = this.#store.state()
    const unit = this.#store.unit(unitId)
    const isCurrent = state !== null && state.ending === null && state.epoch === epoch
    if (!isCurrent || unit?.status !== 'claimed') return { kind: 'lost' }
    if (ask.kind === 'lose') {
      this.#store.putState(lose(state, ask.reason))
      return { kind: 'lost' }
    }
    this.#store.touchUnit(unitId, now + LIMITS.unitLeaseMs, ask.requests)
    if (ask.kind === 'keep') return { kind: 'kept', generation: await this.#keep(ask.session) }
    return this.#renew(state, unitId, ask.generation, now)
  }

  async #keep(made: NewSession): Promise<number> {
    const before = this.#store.state()
    const generation = (before?.session?.generation ?? 0) + 1
    const session: Session = { ...made, generation }
    const sealed = await this.#deps.vault.seal(JSON.stringify(session), before?.scanId ?? '')
    const state = this.#store.state()
    if (state === null || state.ending !== null) return generation
    this.#store.putText(KEY, sealed)
    this.#store.putState({
      ...state,
      session: {
        generation,
        probe: made.probe === null ? null : withoutQuery(made.probe.url),
        lost: null,
        isShort: state.session?.isShort ?? false,
        since: this.#requests(state),
        renewing: null,
      },
    })
    return generation
  }

  async #renew(
    state: ScanState,
    unitId: string,
    generation: number,
    now: Instant,
  ): Promise<RenewAnswer> {
    const { session } = state
    if (session === undefined || session.lost !== null) return { kind: 'lost' }
    if (session.generation > generation) {
      const newer = await this.#read(state)
      return newer
        ? { kind: 'session', session: newer, isShort: session.isShort }
        : { kind: 'lost' }
    }
    const { renewing } = session
    if (renewing !== null && renewing.unitId !== unitId && renewing.until > now) {
      return { kind: 'wait' }
    }
    if (session.generation >= LIMITS.loginsPerScan) {
      const reason = `the site ended ${LIMITS.loginsPerScan} sessions of this scan`
      this.#store.putState(lose(state, reason))
      return { kind: 'lost' }
    }
    const life = this.#requests(state) - session.since
    const isShort = session.isShort || life < LIMITS.sessionShortRequests
    const until = now + LIMITS.loginLeaseMs
    this.#store.putState({
      ...state,
      session: { ...session, isShort, renewing: { unitId, until } },
    })
    this.#deps.log('session.lost', { scan_id: state.scanId, life, logins: session.generation })
    return { kind: 'login', life, isShort }
  }

  #requests = (state: ScanState): number => state.requests + this.#store.reported()
}

export const dropSession = (store: ScanStore): void => store.deleteText(KEY)

function lose(state: ScanState, reason: string): ScanState {
  const { session } = state
  if (session === undefined || session.lost !== null) return state
  return withPartial(
    { ...state, session: { ...session, lost: logLine(reason), renewing: null } },
    LOST,
  )
}

const withoutQuery = (text: string): string => {
  const url = new URL(text)
  return url.origin + url.pathname
}
