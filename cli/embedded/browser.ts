import { setUpBrowser } from '../../scripts/setup-browser.ts'
import type { Environment } from '../terminal.ts'

export type LocalBrowser = Readonly<{
  /** Miniflare has one to start. */
  isThere: boolean
  /** The debugging port of a running Chrome; empty: none. */
  chromeUrl: string
  /** Where none is, and it was not switched off: what to do about it. */
  notice: string | null
}>

/**
 * The browser of the embedded service: that of CHROME_WS_URL, else the Chromium of this machine, else
 * none. PALISADE_BROWSER=off: none.
 */
export async function findBrowser(cacheHome: string, env: Environment): Promise<LocalBrowser> {
  if (env['PALISADE_BROWSER'] === 'off') return { isThere: false, chromeUrl: '', notice: null }
  const chromeUrl = env['CHROME_WS_URL'] ?? ''
  if (chromeUrl !== '') return { isThere: false, chromeUrl, notice: null }
  const setup = await setUpBrowser(cacheHome, env)
  if (setup.kind === 'none') return { isThere: false, chromeUrl, notice: setup.message }
  // Miniflare reads it when it starts a browser, and nothing else of this process does.
  process.env['XDG_CACHE_HOME'] = cacheHome
  return { isThere: true, chromeUrl, notice: null }
}
