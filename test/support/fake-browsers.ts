import { BrowserFailure, type Page, type PageFailure } from '../../src/scanner/browser/page.ts'
import type { BrowserPort, BrowserSession } from '../../src/scanner/browser/port.ts'

/** A browser whose pages all end in the same way, as soon as they are asked for something. */
export function dyingBrowser(kind: PageFailure): BrowserPort & Readonly<{ opened(): number }> {
  let opened = 0
  const fail = async (): Promise<never> => {
    throw new BrowserFailure(kind, 'as the test wants it')
  }
  const page: Page = {
    goto: fail,
    beforeLoad: async () => async () => undefined,
    url: () => 'about:blank',
    settle: fail,
    waitFor: fail,
    evaluate: fail,
    type: fail,
    click: fail,
    hover: fail,
    press: fail,
    cookies: fail,
    setCookies: async () => undefined,
    requests: () => [],
    metrics: fail,
    close: async () => undefined,
  }
  return {
    opened: () => opened,
    async open() {
      opened += 1
      let isAlive = true
      const session: BrowserSession = {
        openPage: async () => {
          if (kind === 'closed') isAlive = false
          return page
        },
        isAlive: () => isAlive,
        close: async () => undefined,
      }
      return session
    },
  }
}
