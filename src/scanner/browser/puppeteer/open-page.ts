import type { Browser, BrowserContext, CDPSession, Page as Tab } from '@cloudflare/puppeteer'

import { LIMITS } from '../../../limits.ts'
import type { Clock } from '../../ports.ts'
import { BrowserFailure, type Page, type PageOptions } from '../page.ts'
import { expressionOf } from './expression.ts'
import { intercept } from './intercept.ts'
import { lockDown } from './lockdown.ts'
import { pageOf } from './page-of.ts'
import { Traffic } from './traffic.ts'
import { within } from './within.ts'

/**
 * A proxy that nobody serves: whatever the interception does not see (popups, WebSockets, service
 * workers, prefetches) finds no way out, however a page goes about it.
 */
const NO_NETWORK = { proxyServer: 'http://127.0.0.1:9', proxyBypassList: ['<-loopback>'] }
const VIEWPORT = { width: 1280, height: 800 } as const

type Held = Readonly<{ clock: Clock; died: Promise<never> }>

/** A page in a context of its own, closed to all but its `network`. */
export async function openPage(browser: Browser, options: PageOptions, held: Held): Promise<Page> {
  const { clock, died } = held
  const call = <T>(work: Promise<T>): Promise<T> => within(clock, LIMITS.browserCallMs, work, died)
  const isDirect = options.isDirect ?? false
  const context = await call(browser.createBrowserContext(isDirect ? {} : NO_NETWORK))
  try {
    const tab = await call(context.newPage())
    closeOthers(context, tab)
    const session = await call(tab.createCDPSession())
    const traffic = new Traffic(clock.now)
    const crashed = crashOf(tab)
    await call(prepare(tab, session, options))
    traffic.listen(session)
    await call(intercept(tab, { network: options.network, isDirect }))
    return pageOf({ tab, session, context, traffic, clock, ended: Promise.race([died, crashed]) })
  } catch (error) {
    await context.close().catch(() => undefined)
    throw error
  }
}

async function prepare(tab: Tab, session: CDPSession, options: PageOptions): Promise<void> {
  await tab.setViewport(VIEWPORT)
  await session.send('Page.enable')
  await session.send('Network.enable')
  await session.send('Network.setBypassServiceWorker', { bypass: true })
  await session.send('Performance.enable')
  await tab.evaluateOnNewDocument(expressionOf(lockDown, []))
  await expose(tab, session, options.exposed ?? {})
  for (const script of options.setUp ?? []) {
    await tab.evaluateOnNewDocument(expressionOf(script, []))
  }
  tab.on('dialog', (dialog) => {
    const says =
      dialog.type() === 'alert' ||
      dialog.type() === 'beforeunload' ||
      (options.confirms?.(dialog.message()) ?? false)
    const answered = says ? dialog.accept(dialog.defaultValue()) : dialog.dismiss()
    // The page went away with its dialog.
    answered.catch(() => undefined)
  })
}

/** The protocol's bindings take exactly one text; these take any, or none. */
async function expose(
  tab: Tab,
  session: CDPSession,
  exposed: NonNullable<PageOptions['exposed']>,
): Promise<void> {
  const names = Object.keys(exposed)
  if (names.length === 0) return
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    exposed[name.slice(BINDING.length)]?.(payload.slice(0, LIMITS.browserBodyChars))
  })
  await session.send('Runtime.enable')
  for (const name of names) {
    await session.send('Runtime.addBinding', { name: BINDING + name })
    await tab.evaluateOnNewDocument(expressionOf(forward, [BINDING, name]))
  }
}
const BINDING = 'palisade_'

type Bound = Readonly<Record<string, unknown>> & Readonly<{ Object: ObjectConstructor }>
function forward(window: Bound, binding: string, name: string): void {
  const tell = window[binding + name]
  if (typeof tell !== 'function') return
  window.Object.defineProperty(window, name, {
    value: (text: unknown = '') => void tell(String(text)),
  })
}

/** Whatever opens beside the page. */
function closeOthers(context: BrowserContext, tab: Tab): void {
  context.on('targetcreated', (target) => {
    const type: string = target.type()
    if (type !== 'page' || target === tab.target()) return
    target
      .page()
      .then((other) => other?.close())
      .catch(() => undefined)
  })
}

function crashOf(tab: Tab): Promise<never> {
  const crashed = Promise.withResolvers<never>()
  crashed.promise.catch(() => undefined)
  tab.on('error', () => crashed.reject(new BrowserFailure('crashed', 'The page has crashed.')))
  return crashed.promise
}
