import type { Browser, BrowserWorker } from '@cloudflare/puppeteer'

import { LIMITS } from '../../../limits.ts'
import type { Clock, Log } from '../../ports.ts'
import { BrowserFailure } from '../page.ts'
import {
  BROWSER_BUSY,
  BROWSER_DIED,
  BROWSER_FAILED,
  noBrowser,
  type BrowserPort,
  type BrowserSession,
} from '../port.ts'
import { endpointOf } from './endpoint.ts'
import { openPage } from './open-page.ts'
import { messageOf, within } from './within.ts'

export type BrowserMeans = Readonly<{
  /** The BROWSER binding. */
  binding: BrowserWorker | undefined
  /** The address of a Chrome with a debugging port, where there is no binding; empty: none. */
  chromeUrl: string
  fetcher: BrowserWorker['fetch']
  clock: Clock
  log: Log
}>

/** The service says how many browsers there may be, and how many a second. */
const BUSY = /code: 429|may still be in use|limit exceeded/i
const NOT_TODAY = /for today/i
const PAUSES_MS = [1000, 3000] as const

/** Browsers by Cloudflare's binding, or by the debugging port of a Chrome that is already there. */
export function makeBrowserPort(means: BrowserMeans): BrowserPort {
  const { binding, chromeUrl, fetcher, clock, log } = means
  if (binding === undefined && chromeUrl === '') return noBrowser
  const endpoint = binding ?? endpointOf(chromeUrl, fetcher)
  const isOurs = binding !== undefined

  return {
    async open() {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return sessionOf(await launch(endpoint, clock), { isOurs, clock })
        } catch (error) {
          const message = messageOf(error)
          log('browser.unavailable', { message })
          const isBusy = BUSY.test(message)
          const pauseMs = isBusy && !NOT_TODAY.test(message) ? PAUSES_MS[attempt] : undefined
          if (pauseMs === undefined) return { unavailable: isBusy ? BROWSER_BUSY : BROWSER_FAILED }
          await clock.sleep(pauseMs)
        }
      }
    },
  }
}

/** Loaded when the first browser is opened: most isolates never need it. */
async function launch(endpoint: BrowserWorker, clock: Clock): Promise<Browser> {
  const { default: puppeteer } = await import('@cloudflare/puppeteer')
  return within(clock, LIMITS.browserStartMs, puppeteer.launch(endpoint))
}

type Held = Readonly<{ isOurs: boolean; clock: Clock }>

/** A browser that others use too is left, not ended. */
function sessionOf(browser: Browser, { isOurs, clock }: Held): BrowserSession {
  let isAlive = true
  const died = Promise.withResolvers<never>()
  died.promise.catch(() => undefined)
  browser.on('disconnected', () => {
    isAlive = false
    died.reject(new BrowserFailure('closed', BROWSER_DIED))
  })
  return {
    openPage: (options) => openPage(browser, options, { clock, died: died.promise }),
    isAlive: () => isAlive,
    async close() {
      isAlive = false
      const contexts = browser.browserContexts().filter((context) => context.isIncognito())
      const end = isOurs
        ? browser.close()
        : Promise.all(contexts.map((context) => context.close())).then(() => browser.disconnect())
      await within(clock, LIMITS.browserCallMs, end).catch(() => undefined)
    },
  }
}
