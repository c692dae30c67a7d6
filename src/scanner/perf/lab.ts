import { isBrowserFailure, type PageNetwork } from '../browser/page.ts'
import { isUnavailable, type BrowserPort, type BrowserSession } from '../browser/port.ts'
import type { Lab } from './judge.ts'
import { readTimings } from './lab-script.ts'
import { labHttp2, labValuesOf, Timings } from './lab-values.ts'

const LOAD_MS = 20_000
/** The load counts as ended when nothing was in flight for this long. */
const QUIET_MS = 500
const SETTLE_MS = 5000

/** Loads a page once in a browser that sends its requests itself, as `network` lets it. */
export async function measureLab(
  browser: BrowserPort,
  url: URL,
  network: PageNetwork,
): Promise<Lab> {
  const session = await browser.open()
  if (isUnavailable(session)) return { reason: session.unavailable }
  try {
    return await load(session, url, network)
  } catch (error) {
    if (!isBrowserFailure(error)) throw error
    return { reason: `the page did not load in the browser: ${error.message}` }
  } finally {
    await session.close()
  }
}

async function load(session: BrowserSession, url: URL, network: PageNetwork): Promise<Lab> {
  const page = await session.openPage({ network, isDirect: true })
  try {
    await page.goto(url, LOAD_MS)
    await page.settle(QUIET_MS, SETTLE_MS)
    const timings = Timings.safeParse(await page.evaluate(readTimings))
    if (!timings.success) return { reason: 'what the page said of its load makes no sense' }
    return {
      values: labValuesOf(timings.data, page.requests()),
      http2: labHttp2(timings.data),
    }
  } finally {
    await page.close()
  }
}
