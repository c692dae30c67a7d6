import type {
  BrowserContext,
  CDPSession,
  ElementHandle,
  KeyInput,
  Page as Tab,
} from '@cloudflare/puppeteer'

import { LIMITS } from '../../../limits.ts'
import type { Clock } from '../../ports.ts'
import { BrowserFailure, isBrowserFailure, type Json, type Page, type PageScript } from '../page.ts'
import { expressionOf } from './expression.ts'
import type { Traffic } from './traffic.ts'
import { within } from './within.ts'

const POLL_MS = 25

export type PageParts = Readonly<{
  tab: Tab
  session: CDPSession
  context: BrowserContext
  traffic: Traffic
  clock: Clock
  /** Rejects when the page has crashed or its browser has died. */
  ended: Promise<never>
}>

/** The page as the scanner drives it, over a tab that is ready. Every call is bounded in time. */
export function pageOf({ tab, session, context, traffic, clock, ended }: PageParts): Page {
  ended.catch(() => undefined)
  const call = <T>(work: Promise<T>, ms: number = LIMITS.browserCallMs): Promise<T> =>
    within(clock, ms, work, ended)
  const element = async (selector: string): Promise<ElementHandle> => {
    const found = await call(tab.$(selector))
    if (found === null) throw new BrowserFailure('failed', `Nothing matches ${selector}.`)
    return found
  }
  const evaluate = <A extends readonly Json[]>(script: PageScript<A>, ...args: A) =>
    call<unknown>(tab.evaluate(expressionOf(script, args)))
  const until = async (isDone: () => Promise<boolean> | boolean, timeoutMs: number) => {
    const end = clock.now() + timeoutMs
    while (!(await isDone())) {
      if (clock.now() >= end) return false
      await call(clock.sleep(POLL_MS))
    }
    return true
  }

  return {
    async goto(url, timeoutMs, referrer) {
      // A change of the fragment alone loads nothing. Elsewhere the way round costs time, and on some
      // pages the browser never tells that it has arrived at the blank one.
      const isSameDocument = url.hash !== '' && bare(tab.url()) === bare(url.href)
      if (isSameDocument) await call(tab.goto('about:blank'))
      const referred = { referer: referrer ?? '', referrerPolicy: 'unsafeUrl' } as const
      const options = {
        waitUntil: 'load',
        timeout: timeoutMs,
        ...(referrer !== undefined && referred),
      } as const
      await call(tab.goto(url.href, options), timeoutMs + LIMITS.browserCallMs)
    },
    async beforeLoad(script, ...args) {
      const added = await call(tab.evaluateOnNewDocument(expressionOf(script, args)))
      return () => call(tab.removeScriptToEvaluateOnNewDocument(added.identifier))
    },
    url: () => tab.url(),
    settle: (quietMs, timeoutMs) => until(() => traffic.isQuiet(quietMs), timeoutMs),
    waitFor: (script, args, timeoutMs) =>
      until(async () => {
        try {
          return (await evaluate(script, ...args)) === true
        } catch (error) {
          // Between two documents there is nothing to ask; a page that is gone is another matter.
          if (isBrowserFailure(error) && error.kind === 'failed') return false
          throw error
        }
      }, timeoutMs),
    evaluate,
    async type(selector, text) {
      const field = await element(selector)
      await call(field.focus())
      await call(field.type(text))
    },
    click: async (selector) => call((await element(selector)).click()),
    hover: async (selector) => call((await element(selector)).hover()),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an unknown key is thrown back
    press: (key) => call(tab.keyboard.press(key as KeyInput)),
    async cookies() {
      const { cookies } = await call(session.send('Network.getAllCookies'))
      return cookies.map(({ name, value, domain, path, httpOnly, secure }) => {
        return { name, value, domain, path, httpOnly, secure }
      })
    },
    setCookies: async (cookies) => {
      await call(tab.setCookie(...cookies))
    },
    requests: () => traffic.seen(),
    async metrics() {
      const { metrics } = await call(session.send('Performance.getMetrics'))
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
    },
    close: () => within(clock, LIMITS.browserCallMs, context.close()).catch(() => undefined),
  }
}

const bare = (href: string): string => href.split('#', 1)[0] ?? ''
