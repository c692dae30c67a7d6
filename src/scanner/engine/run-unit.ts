import { LIMITS } from '../../limits.ts'
import type { Performance } from '../../report/report.ts'
import { thinEntries } from '../crawl/entries.ts'
import { ProbeError, type Send } from '../http/exchange.ts'
import { makeMask } from '../http/mask.ts'
import { makePacer } from '../http/pacer.ts'
import { makeScope, siteOrigins } from '../http/scope.ts'
import { makeSender } from '../http/sender.ts'
import { makeBeat } from './beat.ts'
import { usesBrowser } from './browse-plan.ts'
import { Confirmed } from './confirmed.ts'
import { credentialsOf, secretsOf } from './credentials.ts'
import { mannerOf } from './options.ts'
import { runOperations } from './phase-api.ts'
import { runCrawl } from './phase-crawl.ts'
import { runInputs } from './phase-input.ts'
import { runPages } from './phase-page.ts'
import { runPlants } from './phase-plant.ts'
import { runRead } from './phase-read.ts'
import { runRevisit } from './phase-revisit.ts'
import { runScreen } from './phase-screen.ts'
import { runStored } from './phase-stored.ts'
import { openTarget } from './phase-open.ts'
import { runOrigins } from './phase-origin.ts'
import { isSlow, isTimed, unstick } from './stalled.ts'
import { UnitOutput, type UnitContext, type World } from './unit-context.ts'
import { makeUnitSession } from './unit-session.ts'
import type { UnitPlan, UnitResult, UnitWork } from './unit.ts'

/** No new piece of work starts after this share of the unit's time; the rest is for ending. */
const START_SHARE = 0.75

type Outcome = Readonly<{
  rest: UnitPlan | null
  origins: readonly string[] | null
  performance: Performance | null
  failure: UnitResult['failure']
}>
const DONE: Outcome = { rest: null, origins: null, performance: null, failure: null }

/**
 * Runs one unit to its end: ≤ work.maxRequests requests, ≤ LIMITS.unitWorkMs of work (waiting for
 * the pace not counted). Never throws for what the target does; what was not done is in `rest`.
 */
export async function runUnit(work: UnitWork, world: World): Promise<UnitResult> {
  const startedAt = world.clock.now()
  const stop = new AbortController()
  const login = work.session?.headers ?? null
  const manner = mannerOf(work.options)
  const pacer = makePacer({
    clock: world.clock,
    random: world.random,
    delayMs: manner.delayMs,
    jitter: manner.jitter,
    inFlight: work.maxInFlight,
    notBefore: work.notBefore,
  })
  const origins =
    work.plan.phase === 'open' ? siteOrigins(new URL(work.options.target_url)) : work.origins
  const scope = makeScope({ origins, excludedPaths: work.options.excluded_paths })
  const beat = makeBeat(world, stop, {
    look: () => ({ requests: sender.spent(), seen: sender.health() }),
    learn: (pace) => sender.holdBack(pace),
  })
  const sender = makeSender({
    transport: world.transport,
    guard: world.guard,
    scope,
    pacer,
    clock: world.clock,
    signal: stop.signal,
    maxRequests: work.maxRequests,
    identity: { userAgent: world.userAgent, scanId: work.scanId },
    credentials: credentialsOf(work.secrets, login),
    onExchange: beat.count,
    dial: world.dial,
  })
  sender.holdBack(world.hostPace())
  const isLong = isTimed(work.plan) || isSlow(work.plan)
  const mostMs = isLong ? LIMITS.timingUnitMs : LIMITS.unitWorkMs
  let mask = makeMask(secretsOf(work.secrets, login))
  const session = makeUnitSession({
    work,
    world,
    scope,
    sender,
    pacer,
    signal: stop.signal,
    onHeaders: (headers) => {
      const earlier = mask
      const later = makeMask(secretsOf(work.secrets, headers))
      mask = (text) => later(earlier(text))
    },
  })
  const lastedMs = () => world.clock.now() - startedAt
  const workedMs = () => lastedMs() - pacer.waitedMs() - (session?.waitedMs() ?? 0)
  const sendOn = session?.send ?? sender.send
  const send: Send = (request) => {
    if (workedMs() > mostMs || lastedMs() > LIMITS.unitWallMs) {
      return Promise.reject(new ProbeError('unit_time', 'The unit has used its time.'))
    }
    return sendOn(request)
  }
  const context: UnitContext = {
    work,
    world,
    scope,
    send,
    talk: sender.talk,
    admit: sender.admit,
    checks: checksOf(work, world),
    session,
    mask: (text) => mask(text),
    out: new UnitOutput(),
    confirmed: new Confirmed(work.knownPassive),
    nonce: () => nonce(world),
    workedMs,
    requestsLeft: () => work.maxRequests - sender.spent(),
    hasTime: () =>
      !stop.signal.aborted &&
      workedMs() < mostMs * START_SHARE &&
      lastedMs() < LIMITS.unitWallMs * START_SHARE &&
      session?.mustRepeat() !== true &&
      session?.isTooWide() !== true,
  }
  const outcome = await beat.during(async () => {
    const done = await runPlan(context, work.plan)
    if (!stop.signal.aborted) await session?.finish()
    return done
  })
  const rest = unstick(outcome.rest, work.plan, context.out.tallies, {
    isOutOfTime: workedMs() >= mostMs * START_SHARE,
    isOutOfRequests: usesBrowser(work.plan) && context.requestsLeft() <= 0,
  })
  const isVoid = session?.mustRepeat() === true
  return {
    ...(isVoid ? voidResult(context) : resultOf(context, { ...outcome, rest })),
    ...(session && { session: session.result() }),
    requests: sender.spent() + (session?.spent() ?? 0),
    lastStartAt: pacer.lastStartAt(),
  }
}

/** Of a unit whose answers may have been those to a visitor: nothing of it counts, it runs again. */
const voidResult = (context: UnitContext) =>
  resultOf({ ...context, out: new UnitOutput() }, { ...DONE, rest: context.work.plan })

/** A re-test runs one check, and nothing else is read on its way. */
const checksOf = ({ only }: UnitWork, { checks }: World): World['checks'] =>
  only === undefined ? checks : checks.filter(({ meta }) => meta.id === only)

function resultOf(
  context: UnitContext,
  outcome: Outcome,
): Omit<UnitResult, 'requests' | 'lastStartAt'> {
  const { out } = context
  return {
    ...outcome,
    hits: out.hits,
    tallies: out.tallies.all(),
    urls: out.urls,
    discovered: thinEntries(out.discovered.all()),
    ...(out.looks.length > 0 && { looks: out.looks }),
    points: out.points,
    cookies: [...out.cookies.values()],
    folders: [...out.folders].toSorted(),
    planted: out.planted,
    landed: [...out.landed].toSorted(),
    shown: out.shown,
    tech: [...out.tech].toSorted(),
    ...(out.scripted.length > 0 && { scripted: out.scripted }),
    ...(context.work.options.scan_type === 'api' && { api: out.api.seen() }),
    ...(out.suspects.length > 0 && { suspects: out.suspects }),
    ...(out.again && { again: out.again }),
  }
}

async function runPlan(context: UnitContext, plan: UnitPlan): Promise<Outcome> {
  switch (plan.phase) {
    case 'open': {
      const opened = await openTarget(context)
      return opened.kind === 'open'
        ? { ...DONE, origins: opened.origins }
        : { ...DONE, failure: opened.error }
    }
    case 'read':
      return { ...DONE, rest: await runRead(context, plan) }
    case 'crawl':
      return { ...DONE, rest: await runCrawl(context, plan.entries) }
    // Loaded with the first browser: most isolates never need it.
    case 'browse': {
      const { runBrowse } = await import('./phase-browse.ts')
      return { ...DONE, rest: await runBrowse(context, plan) }
    }
    case 'script': {
      const { runScripts } = await import('./phase-script.ts')
      return { ...DONE, rest: await runScripts(context, plan.tasks) }
    }
    case 'confirm': {
      const { runConfirm } = await import('./phase-script.ts')
      return { ...DONE, rest: await runConfirm(context, plan.tasks) }
    }
    case 'api':
      return { ...DONE, rest: await runOperations(context, plan.operations) }
    case 'origin':
      return { ...DONE, rest: await runOrigins(context, plan.tasks) }
    case 'page':
      return { ...DONE, rest: await runPages(context, plan.tasks) }
    case 'input': {
      const tasks = await runInputs(context, plan.tasks)
      return { ...DONE, rest: tasks.length > 0 ? { phase: 'input', tasks } : null }
    }
    case 'screen': {
      const tasks = await runScreen(context, plan.tasks)
      return { ...DONE, rest: tasks.length > 0 ? { phase: 'screen', tasks } : null }
    }
    case 'timing': {
      const tasks = await runInputs(context, plan.tasks)
      return { ...DONE, rest: tasks.length > 0 ? { phase: 'timing', tasks } : null }
    }
    case 'plant':
      return { ...DONE, rest: await runPlants(context, plan.points, plan.checks) }
    case 'revisit':
      return { ...DONE, rest: await runRevisit(context, plan.urls, plan.words) }
    case 'stored':
      return { ...DONE, rest: await runStored(context, plan.tasks) }
    case 'perf': {
      // Few scans measure: it need not be there when the Worker starts.
      const { runPerf } = await import('./phase-perf.ts')
      return { ...DONE, performance: await runPerf(context) }
    }
  }
}

/** A word that no page holds by chance: a letter, then eight letters and digits. */
const nonce = ({ random }: World): string => `p${fourOf(random)}${fourOf(random)}`
const fourOf = (random: World['random']): string =>
  random(0, 36 ** 4 - 1)
    .toString(36)
    .padStart(4, '0')
