import { createHash } from 'node:crypto'

import { waitUntil } from 'cloudflare:workers'

import { makeGuard } from './accounts/outbound-guard.ts'
import { makeVault } from './accounts/vault.ts'
import { makeModelAdviser } from './ai/model.ts'
import { restAfterFailure } from './ai/rest-after-failure.ts'
import { rulesAdviser } from './ai/rules.ts'
import { askWorkersAi, type WorkersAi } from './ai/workers-ai.ts'
import { makeAdviceStore } from './db/advice-store.ts'
import { openDatabase, openReplica } from './db/database.ts'
import { makeExportStore } from './db/export-store.ts'
import { makeFeedStore } from './db/feed-store.ts'
import { makeReportStore } from './db/report-store.ts'
import { settingsOf, type Env } from './env.ts'
import { sendTurns } from './queues/send-turns.ts'
import type { FontSource } from './exporters/fonts.ts'
import { sendDelivery } from './queues/send-delivery.ts'
import { mailOf } from './queues/send-mail.ts'
import { makeRateLimits } from './rate-limits.ts'
import { clock, isLocal, log } from './runtime.ts'
import { noBrowser, type BrowserPort } from './scanner/browser/port.ts'
import type { Feeds } from './scanner/feeds.ts'
import { makeDohResolver, makeDohTxtResolver } from './scanner/http/transports/doh.ts'
import { fetchTransport } from './scanner/http/transports/fetch.ts'
import { makeCaches } from './services/caches.ts'
import type { Deps } from './services/deps.ts'
import type { FeedDeps } from './services/feeds/ports.ts'
import { makeFeedReader } from './services/feeds/read.ts'
import type { DeliveryDeps } from './services/notify/ports.ts'
import type { AccountRoom, ScanRoom } from './services/ports.ts'
import { targetPolicyOf } from './services/scans/target-checks.ts'
import { userAgentOf } from './services/user-agent.ts'

const made = new WeakMap<Env, Deps>()
/** One for the isolate: objects that live in it forget for the Worker too. */
const caches = makeCaches()

/** Everything the verbs need of the world, made once per isolate. */
export function makeDeps(env: Env): Deps {
  const known = made.get(env)
  if (known) return known
  const settings = settingsOf(env)
  const resolver = makeDohResolver(settings.DOH_URL)
  const policy = targetPolicyOf({ isLocal: isLocal(), settings })
  const deps: Deps = {
    now: clock.now,
    sleep: clock.sleep,
    newId: () => crypto.randomUUID(),
    randomBytes,
    db: openDatabase(env.DB),
    replica: () => openReplica(env.DB),
    caches,
    reports: makeReportStore(env.RESULTS),
    exports: makeExportStore(env.RESULTS),
    exportQueue: {
      send: async (order) => {
        await env.EXPORT_ORDERS.send(order)
      },
    },
    fonts: fontsOf(env),
    vault: makeVault(settings.ENCRYPTION_KEY, randomBytes),
    account: (accountId) => accountRoom(env, accountId),
    scan: (scanId) => scanRoom(env, scanId),
    rateLimits: makeRateLimits(env),
    askRecount: async (job) => {
      await env.RECOUNTS.send(job)
    },
    sendTurns: (accountIds) => sendTurns(env, accountIds),
    sendDelivery: (message, delayS) => sendDelivery(env, message, delayS),
    resolver,
    resolveTxt: makeDohTxtResolver(settings.DOH_URL),
    transport: fetchTransport,
    userAgent: userAgentOf(settings),
    guard: makeGuard({ policy, resolver, clock }),
    adviser: rulesAdviser,
    modelAdviser: modelOf(env, settings.AI_MODEL),
    advice: makeAdviceStore(env.RESULTS),
    defer: waitUntil,
    settings,
    isLocal: isLocal(),
    log,
  }
  made.set(env, deps)
  return deps
}

/** The model of Workers AI, where there is one: what it says to an account is kept by its question. */
function modelOf(env: Env, model: string): Deps['modelAdviser'] {
  // The binding is optional at run time, whatever its generated type says.
  const ai: WorkersAi | undefined = env.AI
  if (ai === undefined || model === '') return null
  const ask = restAfterFailure(askWorkersAi(ai, model, clock.sleep), clock.now)
  const store = makeAdviceStore(env.RESULTS)
  return (accountId) =>
    makeModelAdviser(ask, {
      get: (question) => store.get(accountId, nameOf(question)),
      put: (question, answer) => store.put(accountId, nameOf(question), answer),
    })
}

const nameOf = (question: string): string =>
  `asked-${createHash('sha256').update(question).digest('hex')}`

/** What the queue's consumer delivers with. */
export const makeDeliveryDeps = (env: Env): DeliveryDeps => {
  const deps = makeDeps(env)
  const userAgent = userAgentOf(deps.settings)
  return { ...deps, transport: fetchTransport, sendMail: mailOf(env), userAgent }
}

/** What the cron fetches feeds with. */
export function makeFeedDeps(env: Env): FeedDeps {
  const { guard, settings } = makeDeps(env)
  return {
    now: clock.now,
    store: makeFeedStore(env.RESULTS),
    guard,
    transport: fetchTransport,
    url: settings.LIBRARY_FEED_URL === '' ? null : settings.LIBRARY_FEED_URL,
    userAgent: userAgentOf(settings),
    log,
  }
}

const readers = new WeakMap<Env, () => Promise<Feeds>>()

/** The feeds as one isolate knows them. */
export function readFeeds(env: Env): Promise<Feeds> {
  const reader = readers.get(env) ?? makeFeedReader(makeFeedDeps(env))
  readers.set(env, reader)
  return reader()
}

/** Whether a scan may count on a browser; it may still find none free. */
export function hasBrowser(env: Env): boolean {
  const { USE_BROWSER, CHROME_WS_URL } = settingsOf(env)
  return USE_BROWSER === 'on' && (browserBindingOf(env) !== undefined || CHROME_WS_URL !== '')
}

export function browserOf(env: Env): BrowserPort {
  if (!hasBrowser(env)) return noBrowser
  const chromeUrl = settingsOf(env).CHROME_WS_URL
  const binding = browserBindingOf(env)
  return {
    open: async () => {
      const { makeBrowserPort } = await import('./scanner/browser/puppeteer/open.ts')
      return makeBrowserPort({ binding, chromeUrl, fetcher: fetch, clock, log }).open()
    },
  }
}

/** The embedded service has none where the machine has no Chromium. */
const browserBindingOf = (env: Env): BrowserRun | undefined => env.BROWSER

export const randomBytes = (length: number): Uint8Array =>
  crypto.getRandomValues(new Uint8Array(length))

/** Fonts are static assets: their megabytes are in no bundle. */
const fontsOf =
  (env: Env): FontSource =>
  async (name) => {
    const answer = await env.ASSETS.fetch(`https://assets.internal/fonts/${name}`)
    if (!answer.ok) throw new Error(`The font ${name} is not among the assets: ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }

function accountRoom(env: Env, accountId: string): AccountRoom {
  const stub = env.ACCOUNT.getByName(accountId)
  return {
    window: (request) => stub.window(request),
    admit: (request) => stub.admit(request),
    release: (scanId, keepsDedup) => stub.release(scanId, keepsDedup),
    cancel: (scanId) => stub.cancel(scanId),
    held: (before) => stub.held(before),
    answered: (key, status, body) => stub.answered(key, status, body),
    revokeKey: (keyId) => stub.revokeKey(keyId),
    wakeTurn: (accountId) => stub.wakeTurn(accountId),
    beginTurn: (accountId) => stub.beginTurn(accountId),
    endTurn: (turn, next) => stub.endTurn(turn, next),
    claim: (key, bodyHash) => stub.claim(key, bodyHash),
    dropped: (key) => stub.dropped(key),
    addAsset: (host, limit) => stub.addAsset(host, limit),
    replaceAsset: (host, next) => stub.replaceAsset(host, next),
    removeAsset: (host) => stub.removeAsset(host),
    mayLogin: (host) => stub.mayLogin(host),
    loginFailed: (host) => stub.loginFailed(host),
  }
}

function scanRoom(env: Env, scanId: string): ScanRoom {
  const stub = env.SCAN.getByName(scanId)
  return {
    begin: (request) => stub.begin(request),
    abort: () => stub.abort(),
    fail: (error) => stub.fail(error),
    wake: () => stub.wake(),
    erase: () => stub.erase(),
    events: (lastEventId) =>
      stub.fetch('https://scan.internal/events', {
        headers: lastEventId === null ? {} : { 'last-event-id': lastEventId },
      }),
  }
}
