import { z } from 'zod'

import { LIMITS } from '../../limits.ts'
import {
  isBrowserFailure,
  REFUSED,
  type Page,
  type PageFailure,
  type PageNetwork,
} from '../browser/page.ts'
import { BROWSER_DIED, type BrowserSession } from '../browser/port.ts'
import { post } from '../browser/scripts/post.ts'
import { prod } from '../browser/scripts/prod.ts'
import { listen } from '../browser/scripts/sinks.ts'
import { SINKS, type CheckBrowser, type Visit, type Visited } from '../checks/check-browser.ts'
import { isProbeError, ProbeError, type Exchange, type Send } from '../http/exchange.ts'
import { answerOf, scanNetwork } from './page-network.ts'
import { isAsset, openScanPage } from './scan-page.ts'
import type { UnitContext } from './unit-context.ts'

const QUIET_MS = 80
const SETTLE_MS = 2000
/** Where messages and referrers come from. */
const STRANGER = 'https://stranger.example'
const Reached = z.tuple([z.enum(SINKS), z.string()])
const Keys = z.array(z.string().max(LIMITS.browserBodyChars)).max(20)

/** Ends the unit, not the visit. */
const ENDS: ReadonlySet<string> = new Set(['budget', 'unit_time', 'aborted'])

/** Where nothing was seen of the page, its silence tells nothing. */
const HANGS: ReadonlySet<PageFailure> = new Set(['timeout', 'crashed'])

/** The browser of one unit, with one page that all visits take in turn. */
export function makeCheckBrowser(context: UnitContext, session: BrowserSession) {
  const assets = new Map<string, Exchange>()
  /** A page is loaded many times, and asks the same each time: the site is asked once. */
  const given = new Map<string, Exchange>()
  let turn: Promise<unknown> = Promise.resolve()
  let page: Promise<Page> | null = null
  /** The visit that is under way. */
  let now = noVisit()

  const network: PageNetwork = async (request) => {
    const { send, visit } = now
    if (send === null || visit === null) return REFUSED
    if (request.isNavigation) {
      // One document a visit: the page is not followed to where it leads.
      if (now.document !== null) return { ...answerOf(now.document), status: 204, body: '' }
      now.document = await send(visit.request).catch(noted)
      return now.document === null ? REFUSED : answerOf(now.document)
    }
    const known = request.method === 'GET' ? given.get(request.url.href) : undefined
    return known === undefined ? beside(request) : answerOf(known)
  }
  const beside = scanNetwork({
    send: (sent) => context.send(sent).catch(rethrown),
    onExchange: (exchange, asked) => {
      if (isAsset(asked)) assets.set(asked.url.href, exchange)
      if (asked.method === 'GET') given.set(asked.url.href, exchange)
    },
  })
  const noted = (error: unknown): null => {
    now.failure ??= isProbeError(error) ? error : new ProbeError('transport', String(error))
    return null
  }
  const rethrown = (error: unknown): never => {
    if (isProbeError(error) && ENDS.has(error.kind)) now.failure ??= error
    throw error
  }
  const open = (): Promise<Page> =>
    openScanPage(context, session, {
      network,
      exposed: {
        palisadeCall: (word) => {
          if (word === now.visit?.called) now.isCalled = true
        },
        palisadeTell: (text) => now.reached.push(text),
      },
    })

  const visitNow = async (send: Send, visit: Visit): Promise<Visited> => {
    now = { ...noVisit(), send, visit }
    page ??= open()
    try {
      const keys = await show(await page, visit, () => now.isCalled)
      if (now.failure !== null) throw now.failure
      return { ...told(now), keys, sources: sourcesOf(now.document, assets) }
    } catch (error) {
      if (!isBrowserFailure(error)) throw error
      await (await page.catch(() => null))?.close()
      page = null
      context.world.log('browser.failed', { kind: error.kind, message: error.message })
      if (now.failure !== null) throw now.failure
      if (!session.isAlive()) throw new ProbeError('transport', BROWSER_DIED)
      const isSilent = !now.isCalled && now.reached.length === 0
      if (isSilent && HANGS.has(error.kind)) throw new ProbeError('no_page', error.message)
      // A page that never comes to rest, or cannot be shown, has called what it has called.
      return { ...told(now), keys: [], sources: sourcesOf(now.document, assets) }
    } finally {
      now = noVisit()
    }
  }

  const browser: CheckBrowser = {
    visit(send, visit) {
      const mine = turn.then(() => visitNow(send, visit))
      turn = mine.catch(() => undefined)
      return mine
    },
  }
  return browser
}

type State = {
  send: Send | null
  visit: Visit | null
  document: Exchange | null
  failure: ProbeError | null
  isCalled: boolean
  reached: string[]
}
const noVisit = (): State => ({
  send: null,
  visit: null,
  document: null,
  failure: null,
  isCalled: false,
  reached: [],
})

const told = ({ isCalled, document, reached }: State) => ({
  isCalled,
  document,
  reached: [...new Set(reached)].flatMap((text) => {
    const pair = Reached.safeParse(parsed(text))
    return pair.success ? [{ sink: pair.data[0], word: pair.data[1] }] : []
  }),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Script of the page has called the function, with words of its own.
    return null
  }
}

/** Loads the page and does to it what an attacker and a visitor can; the keys that it looked at. */
async function show(page: Page, visit: Visit, isDone: () => boolean): Promise<readonly string[]> {
  const { request, called, words = [], windowName = '', referrer, message } = visit
  const undo = await page.beforeLoad(listen, words, called)
  const unname = await page.beforeLoad(nameWindow, windowName)
  try {
    const from = referrer === undefined ? undefined : `${STRANGER}/?${referrer}`
    await page.goto(request.url, LIMITS.browserLoadMs, from)
    await page.settle(QUIET_MS, SETTLE_MS)
    if (isDone()) return []
    let keys: readonly string[] = []
    if (message !== undefined) {
      const asked = await page.evaluate(post, message.text, message.keys, STRANGER)
      keys = Keys.catch([]).parse(asked)
      await page.settle(QUIET_MS, SETTLE_MS)
    }
    if (!isDone() && called !== '') {
      await page.evaluate(prod, called)
      await page.settle(QUIET_MS, SETTLE_MS)
    }
    return keys
  } finally {
    await undo()
    await unname()
  }
}

function nameWindow(window: { name: string; parent: unknown }, name: string): void {
  if (window.parent === window) window.name = name
}

const sourcesOf = (document: Exchange | null, assets: ReadonlyMap<string, Exchange>) => [
  ...(document === null ? [] : [document.response.body]),
  ...[...assets.values()].map(({ response }) => response.body),
]
