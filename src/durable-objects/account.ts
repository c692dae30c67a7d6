import { DurableObject } from 'cloudflare:workers'

import { countRequest, decideAdmission, decideClaim } from '../accounts/admission.ts'
import type { Env } from '../env.ts'
import { LIMITS } from '../limits.ts'
import type { Instant } from '../report/time.ts'
import { clock, log, platformInstant } from '../runtime.ts'
import { messageOf } from '../scanner/engine/run-check.ts'
import type {
  AccountRoom,
  AdmitAnswer,
  AdmitRequest,
  NextTurn,
  AssetAnswer,
  ClaimAnswer,
  WindowAnswer,
  WindowRequest,
} from '../services/ports.ts'
import { makeDeps } from '../wiring.ts'
import { AccountStore } from './account-store.ts'
import { AccountTurns } from './account-turns.ts'

/**
 * One per account: what must be exact. One thread, so checking and reserving are one step. Its alarm
 * gives turns to what waits to be started; the starting is done by the consumer of the message.
 */
export class AccountDO extends DurableObject implements AccountRoom {
  readonly #store: AccountStore
  readonly #turns: AccountTurns

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#store = new AccountStore(ctx.storage.sql)
    this.#turns = new AccountTurns(ctx.storage.sql)
  }

  async window({ name, limit, keyId }: WindowRequest): Promise<WindowAnswer> {
    const keyRevoked = this.#store.isRevoked(keyId)
    const { stamps, ...answer } = countRequest(this.#store.stampsOf(name), limit, clock.now())
    this.#store.saveStamps(name, stamps)
    return { ...answer, limit, keyRevoked }
  }

  async admit(request: AdmitRequest): Promise<AdmitAnswer> {
    return this.ctx.storage.transactionSync(() => {
      const now = clock.now()
      this.#store.prune(now)
      const startedAt = this.#store.startOf(request.scanId)
      if (startedAt !== null) return { kind: 'duplicate', scanId: request.scanId, startedAt }
      const facts = this.#store.readFacts(request, now)
      const bodyHash = request.idempotency?.bodyHash ?? null
      const decision = decideAdmission({ ...request, bodyHash }, facts, now)
      if (decision.kind === 'admitted') this.#store.reserve(request, now)
      if (decision.kind === 'admitted' || decision.kind === 'duplicate') {
        this.#store.holdAnswer(request, now)
      }
      return decision
    })
  }

  async release(scanId: string, keepsDedup: boolean): Promise<void> {
    this.#store.release(scanId, keepsDedup)
    if (this.#turns.released(clock.now())) await this.#arm()
  }

  async cancel(scanId: string): Promise<void> {
    this.ctx.storage.transactionSync(() => this.#store.forget(scanId))
  }

  async held(before: Instant): Promise<readonly string[]> {
    return this.#store.held(before, clock.now())
  }

  async answered(key: string, status: number, body: string): Promise<void> {
    this.#store.saveAnswer(key, status, body)
  }

  async revokeKey(keyId: string): Promise<void> {
    this.#store.revoke(keyId)
  }

  async wakeTurn(accountId: string): Promise<void> {
    this.#turns.wake(accountId, clock.now())
    await this.#arm()
  }

  async beginTurn(accountId: string): Promise<number | null> {
    const turn = this.#turns.begin(accountId, clock.now())
    await this.#arm()
    return turn
  }

  async endTurn(turn: number, next: NextTurn): Promise<void> {
    this.#turns.end(turn, next, clock.now())
    await this.#arm()
  }

  override async alarm(): Promise<void> {
    try {
      const accountId = this.#turns.takeDue(clock.now())
      if (accountId !== null) await makeDeps(this.env).sendTurns([accountId])
    } catch (error) {
      // The platform drops an alarm after six throws; the next one sends again.
      log('account.alarm_failed', { message: messageOf(error) })
    } finally {
      await this.#arm()
    }
  }

  async #arm(): Promise<void> {
    const at = this.#turns.nextAt()
    if (at === null) return this.ctx.storage.deleteAlarm()
    await this.ctx.storage.setAlarm(platformInstant(at))
  }

  async claim(key: string, bodyHash: string): Promise<ClaimAnswer> {
    return this.ctx.storage.transactionSync(() => {
      const now = clock.now()
      this.#store.prune(now)
      const repeated = decideClaim(bodyHash, this.#store.earlierAnswer(key, now), now)
      if (repeated) return repeated
      this.#store.holdKey(key, bodyHash, now)
      return { kind: 'first' }
    })
  }

  async dropped(key: string): Promise<void> {
    this.#store.dropKey(key)
  }

  async addAsset(host: string, limit: number | null): Promise<AssetAnswer> {
    return this.ctx.storage.transactionSync(() =>
      this.#store.assets.admit(host, limit, clock.now()),
    )
  }

  async replaceAsset(host: string, next: string): Promise<AssetAnswer> {
    return this.ctx.storage.transactionSync(() =>
      this.#store.assets.replace(host, next, clock.now()),
    )
  }

  async mayLogin(host: string): Promise<boolean> {
    return this.#failedLogins(host).length < LIMITS.failedLogins
  }

  async loginFailed(host: string): Promise<void> {
    const kept = [...this.#failedLogins(host), clock.now()].slice(-LIMITS.failedLogins)
    this.#store.saveStamps(failuresOf(host), kept)
  }

  #failedLogins(host: string): readonly Instant[] {
    const from = clock.now() - LIMITS.failedLoginsWindowMs
    return this.#store.stampsOf(failuresOf(host)).filter((at) => at > from)
  }

  async removeAsset(host: string): Promise<void> {
    this.ctx.storage.transactionSync(() => this.#store.assets.remove(host, clock.now()))
  }
}

const failuresOf = (host: string): string => `failed-logins ${host}`
