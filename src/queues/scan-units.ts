import type { Env } from '../env.ts'
import { LIMITS } from '../limits.ts'
import { clock, log, outsideNow, random } from '../runtime.ts'
import { CHECKS } from '../scanner/checks/index.ts'
import { chooseTransport } from '../scanner/http/choose-transport.ts'
import { makeH1Client } from '../scanner/http/h1/client.ts'
import type { HostPace } from '../scanner/http/restraint.ts'
import { fetchTransport } from '../scanner/http/transports/fetch.ts'
import { dialSocket } from '../scanner/http/transports/socket.ts'
import type { Observation } from '../scanner/engine/host-pace.ts'
import { messageOf } from '../scanner/engine/run-check.ts'
import { runUnit } from '../scanner/engine/run-unit.ts'
import type { SessionRoom } from '../scanner/engine/session.ts'
import type { UnitWork } from '../scanner/engine/unit.ts'
import type { Deps } from '../services/deps.ts'
import type { AccountRoom, HostGrant, SessionAnswer, SessionAsk } from '../services/ports.ts'
import { guardOf } from '../services/scans/target-checks.ts'
import { userAgentOf } from '../services/user-agent.ts'
import { browserOf, makeDeps, readFeeds } from '../wiring.ts'
import { UnitMessageSchema } from './message.ts'

/** How long a consumer waits for its share of a busy host before it gives the message back. */
const HOST_WAIT_MS = 60_000
const HOST_POLL_MS = 1000
const HOST_RETRY_S = 2
const FAULT_RETRY_S = 5

type Answer = Readonly<{ kind: 'ack' }> | Readonly<{ kind: 'retry'; delayS: number }>
const ACK: Answer = { kind: 'ack' }

/** Messages of a batch run side by side; each is acknowledged or retried on its own, none throws. */
export async function handleUnits(batch: MessageBatch, env: Env): Promise<void> {
  await Promise.all(batch.messages.map((message) => settle(message, env)))
}

async function settle(message: Message, env: Env): Promise<void> {
  const answer = await runMessage(message.body, env).catch((error: unknown): Answer => {
    log('unit.failed', { message: messageOf(error), attempts: message.attempts })
    return { kind: 'retry', delayS: FAULT_RETRY_S }
  })
  if (answer.kind === 'ack') message.ack()
  else message.retry({ delaySeconds: answer.delayS })
}

async function runMessage(body: unknown, env: Env): Promise<Answer> {
  const parsed = UnitMessageSchema.safeParse(body)
  if (!parsed.success) {
    log('unit.bad_message', { message: parsed.error.message })
    return ACK
  }
  const scan = env.SCAN.getByName(parsed.data.scan_id)
  const claim = await scan.claim(parsed.data.unit_id)
  if (claim.kind === 'drop') return ACK
  const { work } = claim
  const target = new URL(work.options.target_url)
  const host = env.HOST.getByName(target.hostname)
  const beat = async (requests: number): Promise<boolean> =>
    (await scan.checkpoint(work.unitId, work.epoch, requests)).go
  const ask = (): Promise<HostGrant> =>
    host.acquire(work.unitId, target.origin, work.maxInFlight, capOf(target))
  const network = networkOf(makeDeps(env), work.options.target_ip)
  try {
    const grant = await waitForHost(ask, beat)
    if (grant === null) {
      await scan.putBack(work.unitId, work.epoch)
      return { kind: 'retry', delayS: HOST_RETRY_S }
    }
    if (work.plan.phase === 'open') await scan.startClock()
    let pace = paceOf(grant)
    const seen = makeReporter((observation) => host.report(observation))
    const result = await runUnit(
      { ...work, maxInFlight: Math.min(work.maxInFlight, grant.inFlight) },
      {
        ...(await worldOf(env)),
        ...network,
        session: sessionRoom(scan, work, makeDeps(env).account(claim.accountId)),
        hostPace: () => pace,
        checkpoint: async (requests, observations) => {
          await seen(observations)
          const renewed = await ask()
          if (renewed.kind === 'granted') pace = paceOf(renewed)
          return beat(requests)
        },
      },
    )
    await scan.complete(work.unitId, work.epoch, result)
    return ACK
  } finally {
    network.close()
    await host.release(work.unitId)
  }
}

type ScanStub = ReturnType<Env['SCAN']['getByName']>

/** The session of the scan as one of its units sees it. */
function sessionRoom(
  scan: ScanStub,
  { unitId, epoch }: UnitWork,
  account: Pick<AccountRoom, 'mayLogin' | 'loginFailed'>,
): SessionRoom {
  const ask = (question: SessionAsk): Promise<SessionAnswer> =>
    scan.session(unitId, epoch, question)
  return {
    renew: async (generation, requests) => {
      const answer = await ask({ kind: 'renew', generation, requests })
      return answer.kind === 'kept' ? { kind: 'wait' } : answer
    },
    keep: async (session, requests) => {
      const answer = await ask({ kind: 'keep', session, requests })
      return answer.kind === 'kept' ? answer.generation : 0
    },
    lose: async (reason) => {
      await ask({ kind: 'lose', reason })
    },
    mayLogin: (host) => account.mayLogin(host),
    loginFailed: (host) => account.loginFailed(host),
  }
}

type Granted = Extract<HostGrant, { kind: 'granted' }>
const paceOf = ({ spacingMs, pauseMs }: Granted): HostPace => ({
  gapMs: spacingMs,
  pausedUntil: clock.now() + pauseMs,
})

async function worldOf(env: Env) {
  const { resolver, settings } = makeDeps(env)
  return {
    clock,
    outsideNow,
    random,
    log,
    resolver,
    browser: browserOf(env),
    checks: CHECKS,
    feeds: await readFeeds(env),
    userAgent: userAgentOf(settings),
  }
}

/** The ways out of one unit. Sockets belong to the invocation that opened them, and end with it. */
function networkOf(deps: Deps, targetIp: string | null) {
  const guard = guardOf(deps, targetIp)
  const client = makeH1Client({ dial: dialSocket, now: () => performance.now() })
  const means = { byFetch: fetchTransport, bySocket: client, guard, targetIp }
  return { guard, transport: chooseTransport(means), dial: dialSocket, close: client.close }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const capOf = (target: URL): number =>
  LOOPBACK.test(target.hostname) ? LIMITS.loopbackInFlight : LIMITS.hostInFlight

/** Waits here, in the consumer, where waiting costs nothing; null when it takes too long. */
async function waitForHost(
  ask: () => Promise<HostGrant>,
  beat: (requests: number) => Promise<boolean>,
): Promise<Granted | null> {
  const until = clock.now() + HOST_WAIT_MS
  let beatAt = clock.now() + LIMITS.checkpointMs
  for (;;) {
    const grant = await ask()
    if (grant.kind === 'granted') return grant
    if (clock.now() >= until) return null
    if (clock.now() >= beatAt) {
      if (!(await beat(0))) return null
      beatAt = clock.now() + LIMITS.checkpointMs
    }
    await clock.sleep(Math.min(grant.retryAfterMs, HOST_POLL_MS))
  }
}

/** Hands on only what is new since the last time. */
function makeReporter(tell: (observation: Observation) => Promise<void>) {
  return async (observations: readonly Observation[]): Promise<void> => {
    for (const observation of observations) if (observation.requests > 0) await tell(observation)
  }
}
