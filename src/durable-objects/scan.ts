import { DurableObject } from 'cloudflare:workers'

import type { Env } from '../env.ts'
import { LIMITS } from '../limits.ts'
import type { ScanError } from '../report/report.ts'
import { clock, log, platformInstant } from '../runtime.ts'
import { messageOf } from '../scanner/engine/run-check.ts'
import type { Ending, ScanState } from '../scanner/engine/scan-state.ts'
import type { UnitResult } from '../scanner/engine/unit.ts'
import type { Deps } from '../services/deps.ts'
import type { BeginRequest, CheckpointAnswer, Claim } from '../services/ports.ts'
import type { SessionAnswer, SessionAsk } from '../services/ports.ts'
import { sendUnit } from '../queues/send.ts'
import { hasBrowser, makeDeps } from '../wiring.ts'
import { beginScan } from './scan-begin.ts'
import { claimUnit } from './scan-claim.ts'
import { startClock } from './scan-clock.ts'
import { ScanEvents } from './scan-events.ts'
import {
  absorb,
  advance,
  giveUpUnit,
  measureProgress,
  reviveLost,
  toDispatch,
} from './scan-flow.ts'
import { ScanLive } from './scan-live.ts'
import { ABORTED, TOO_LATE } from './scan-endings.ts'
import { cleanUpAt, closeBooks, isFinal, nextAlarm, writeEnd } from './scan-saga.ts'
import { ScanSession } from './scan-session.ts'
import { ScanStore, type UnitRow } from './scan-store.ts'

/**
 * One scan: its state machine, units, event log and end. Every change is written before it is acted
 * on; the alarm sends again what was lost, so a scan ends whatever is killed in between.
 */
export class ScanDO extends DurableObject {
  readonly #store: ScanStore
  readonly #events: ScanEvents
  readonly #deps: Deps
  readonly #live: ScanLive
  readonly #session: ScanSession
  #finalising: Promise<void> | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#store = new ScanStore(ctx.storage.sql)
    this.#events = new ScanEvents(this.#store)
    this.#deps = makeDeps(env)
    this.#live = new ScanLive(this.#store, this.#events, this.#deps)
    this.#session = new ScanSession(this.#store, this.#deps)
  }

  async begin(request: BeginRequest): Promise<void> {
    if (this.#store.state() !== null) return
    this.ctx.storage.transactionSync(() => beginScan(this.#store, request, hasBrowser(this.env)))
    await this.#arm()
    await this.#moveOn()
  }

  async claim(unitId: string): Promise<Claim> {
    const state = this.#store.state()
    const credentials = state?.ending === null ? await this.#session.credentials(state) : null
    if (credentials === null) return { kind: 'drop' }
    const known = this.#live.confirmedPassive()
    const claim = this.ctx.storage.transactionSync(() =>
      claimUnit(this.#store, unitId, credentials, known, clock.now()),
    )
    await this.#arm()
    return claim
  }

  /** The first unit has its share of the host, and asks. */
  startClock(): void {
    startClock(this.#store, clock.now())
  }

  async checkpoint(unitId: string, epoch: number, requests: number): Promise<CheckpointAnswer> {
    const state = this.#store.state()
    const unit = this.#store.unit(unitId)
    if (state === null || state.ending !== null || state.epoch !== epoch) return { go: false }
    if (unit === null || unit.status !== 'claimed') return { go: false }
    this.#store.touchUnit(unitId, clock.now() + LIMITS.unitLeaseMs, requests)
    this.#live.progress(state, 'working')
    return { go: clock.now() < state.deadline }
  }

  /** The host had no room: the unit goes back, unspent, and its message comes again. */
  async putBack(unitId: string, epoch: number): Promise<void> {
    const state = this.#store.state()
    if (state === null || state.epoch !== epoch) return
    // No room will help any more when the time is up: the scan need not wait for the message.
    const isOver = clock.now() >= state.deadline
    this.#store.putBack(unitId, isOver ? 'ready' : 'sent', clock.now() + LIMITS.unitResendMs)
    if (isOver) await this.#moveOn()
  }

  session(unitId: string, epoch: number, ask: SessionAsk): Promise<SessionAnswer> {
    return this.#session.answer(unitId, epoch, ask, clock.now())
  }

  async complete(unitId: string, epoch: number, result: UnitResult): Promise<void> {
    const isFirst = this.ctx.storage.transactionSync(() => {
      const state = this.#store.state()
      const unit = this.#store.unit(unitId)
      if (state === null || state.ending !== null || state.epoch !== epoch) return false
      // It lost its lease and was told to stop: that says nothing of the target, and another one is asking.
      if (result.failure !== null && unit?.status !== 'claimed') return false
      if (unit === null || !this.#store.finishUnit(unitId)) return false
      absorb(this.#store, unit, result)
      return true
    })
    if (isFirst) {
      await this.#live.absorbed(result)
      await this.#moveOn()
    }
  }

  async unitDead(unitId: string): Promise<void> {
    const unit = this.#store.unit(unitId)
    if (unit === null || unit.status === 'done') return
    this.ctx.storage.transactionSync(() => giveUpUnit(this.#store, unit, 'its unit was lost'))
    await this.#moveOn()
  }

  async abort(): Promise<'aborted' | 'not_running'> {
    const state = this.#store.state()
    // A scan that is writing its end has ended; one whose abort is being written is told so again.
    if (state === null || isFinal(this.#store)) return 'not_running'
    if (state.ending?.status === 'completed') return 'not_running'
    await this.#end(ABORTED)
    return 'aborted'
  }

  async fail(error: ScanError): Promise<void> {
    if (this.#store.state() !== null) await this.#end({ status: 'failed', error })
  }

  /** Re-arms the alarm against the service's clock; false when this object knows no scan. */
  async wake(): Promise<boolean> {
    if (this.#store.state() === null) return false
    await this.#arm()
    return true
  }

  async erase(): Promise<void> {
    const state = this.#store.state()
    if (state !== null && !isFinal(this.#store)) {
      await this.#deps.account(state.accountId).release(state.scanId, false)
    }
    this.#events.closeAll()
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    this.#store.createTables()
    this.#live.forget()
  }

  /** Server-Sent Events; the Worker has checked who asks. 404 when this object knows no scan. */
  override fetch(request: Request): Response {
    if (this.#store.state() === null) return new Response(null, { status: 404 })
    return this.#events.open(request.headers.get('last-event-id'))
  }

  override async alarm(): Promise<void> {
    try {
      await this.#tick()
    } catch (error) {
      // The platform drops an alarm after six throws; a scan must outlive any fault.
      log('scan.alarm_failed', { message: messageOf(error) })
    } finally {
      await this.#arm()
    }
  }

  async #tick(): Promise<void> {
    const state = this.#store.state()
    if (state === null) return
    if (isFinal(this.#store)) {
      if (clock.now() >= cleanUpAt(this.#store)) await this.erase()
      return
    }
    if (state.ending === null && clock.now() >= state.deadline + LIMITS.deadlineGraceMs) {
      return this.#end(TOO_LATE)
    }
    this.ctx.storage.transactionSync(() => reviveLost(this.#store, clock.now()))
    await this.#moveOn()
  }

  /** Plans what can be planned, sends what may be sent, and ends when all is done. */
  async #moveOn(): Promise<void> {
    this.ctx.storage.transactionSync(() => advance(this.#store, clock.now()))
    const state = this.#store.state()
    if (state === null) return
    if (state.ending !== null) return this.#finalise()
    const moved = measureProgress(this.#store, state)
    this.#store.putState(moved)
    this.#live.progress(moved, 'working')
    for (const unit of toDispatch(this.#store, moved)) {
      this.#store.markSent(unit.id, clock.now() + LIMITS.unitResendMs)
      await this.#send(state, unit)
    }
    await this.#arm()
  }

  /** A message that could not be sent is sent again by the alarm, like one that was lost. */
  async #send(state: ScanState, unit: UnitRow): Promise<void> {
    try {
      await sendUnit(this.env, state, unit)
    } catch (error) {
      log('scan.send_failed', { unit_id: unit.id, message: messageOf(error) })
    }
  }

  async #end(ending: Ending): Promise<void> {
    const state = this.#store.state()
    if (state?.ending === null) {
      // The new epoch makes whatever is still in flight come too late.
      this.#store.putState({ ...state, ending, epoch: state.epoch + 1 })
    }
    await this.#finalise()
  }

  async #finalise(): Promise<void> {
    this.#finalising ??= this.#runSaga()
      // Whoever asked has done its part: the alarm runs the saga again until it is through.
      .catch((error: unknown) => log('scan.finalise_failed', { message: messageOf(error) }))
      .then(() => this.#arm())
      .finally(() => {
        this.#finalising = null
      })
    await this.#finalising
  }

  async #runSaga(): Promise<void> {
    const state = this.#store.state()
    const report = state === null ? null : await writeEnd(this.#store, this.#deps, state)
    if (report === null) return
    this.ctx.storage.transactionSync(() => {
      this.#live.ended(report)
      closeBooks(this.#store, this.#deps)
    })
  }

  async #arm(): Promise<void> {
    const state = this.#store.state()
    if (state === null) return
    await this.ctx.storage.setAlarm(platformInstant(nextAlarm(this.#store, state, clock.now())))
  }
}
