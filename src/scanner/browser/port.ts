import type { Page, PageOptions } from './page.ts'

/** What the scanner needs of a browser: someone who opens one, or says why there is none. */
export type BrowserPort = Readonly<{
  /** Never throws. `unavailable` is for people and goes into the rows of what was not tested. */
  open(): Promise<BrowserSession | BrowserUnavailable>
}>
export type BrowserUnavailable = Readonly<{ unavailable: string }>

/** One browser. Pages of one session share nothing: each has cookies and storage of its own. */
export type BrowserSession = Readonly<{
  /** Throws BrowserFailure when the browser is gone. */
  openPage(options: PageOptions): Promise<Page>
  /** False once the browser has died or was closed: nothing can be opened any more. */
  isAlive(): boolean
  close(): Promise<void>
}>

export const isUnavailable = (
  opened: BrowserSession | BrowserUnavailable,
): opened is BrowserUnavailable => 'unavailable' in opened

/** Said in the rows of checks that need a browser, and of logins. */
export const NO_BROWSER = 'no browser is available'
/** Said in those rows where the scan goes to one address (tables.md §3). */
export const NOT_WITH_TARGET_IP = 'a browser cannot be led to target_ip'
/** Said there where one is configured, but could not be had. */
export const BROWSER_BUSY = 'no browser was free'
export const BROWSER_FAILED = 'the browser did not start'
export const BROWSER_DIED = 'the browser ended before its time'

/** The port where no browser is configured. */
export const noBrowser: BrowserPort = { open: async () => ({ unavailable: NO_BROWSER }) }
