import type { Page, PageOptions, PageRequest, RequestKind } from '../../src/scanner/browser/page.ts'
import type { BrowserPort } from '../../src/scanner/browser/port.ts'
import { act } from '../../src/scanner/browser/scripts/act.ts'
import { lifeless } from '../../src/scanner/browser/scripts/lifeless.ts'
import { look } from '../../src/scanner/browser/scripts/look.ts'

/** A page of buttons: each asks the site for something, and shows what was not there before. */
export type Clicky = Readonly<{
  buttons: number
  /** Addresses that the page asks for whenever it is loaded; `{n}` is another number each time. */
  asks?: readonly Readonly<{ url: string; kind: RequestKind }>[]
  isLifeless?: boolean
  /** Called where a page takes its time. */
  takesTime?(): void
}>

const button = (text: string) => ({
  tag: 'button',
  type: 'submit',
  text,
  label: '',
  attributes: [] as const,
  events: ['click'],
  isPointed: true,
  inForm: false,
  hasButton: false,
  asksPassword: false,
  options: [] as const,
})
/** Names without digits: those count as equal. */
const nameOf = (at: number): string =>
  `to ${String.fromCodePoint(97 + Math.floor(at / 26), 97 + (at % 26))}`

/** A browser in small, for what explores pages: no document, no script, the same steps. */
export function clickyBrowser(
  site: Clicky,
): BrowserPort & Readonly<{ clicked: readonly number[] }> {
  const clicked: number[] = []
  return {
    clicked,
    open: async () => ({
      openPage: async (options) => pageOf(site, options, clicked),
      isAlive: () => true,
      close: async () => undefined,
    }),
  }
}

function pageOf(site: Clicky, { network }: PageOptions, clicked: number[]): Page {
  const { buttons, asks = [], isLifeless = false, takesTime = () => undefined } = site
  let at = new URL('about:blank')
  let opened: number | null = null
  let loads = 0
  const ask = (url: URL, kind: RequestKind, isNavigation = false) => {
    const request: PageRequest = {
      method: 'GET',
      url,
      headers: new Headers(),
      body: null,
      kind,
      isNavigation,
    }
    return network(request)
  }
  const shown = () => [
    ...Array.from({ length: buttons }, (_, index) => button(nameOf(index))),
    ...(opened === null
      ? []
      : [{ ...button(`after ${nameOf(opened)}`), events: [], tag: 'p', isPointed: false }]),
  ]
  return {
    async goto(url) {
      at = url
      opened = null
      await ask(url, 'document', true)
      for (const each of asks) {
        await ask(new URL(each.url.replace('{n}', String((loads += 1))), url), each.kind)
      }
    },
    beforeLoad: async () => async () => undefined,
    url: () => at.href,
    async settle() {
      takesTime()
      return true
    },
    waitFor: async () => true,
    async evaluate(script, ...args) {
      const run: unknown = script
      if (run === look) return { url: at.href, components: shown(), html: null }
      if (run === lifeless) return isLifeless
      if (run !== act) return null
      opened = Number(args[0])
      clicked.push(opened)
      await ask(new URL(`/to/${opened}`, at), 'fetch')
      return true
    },
    type: async () => undefined,
    click: async () => undefined,
    hover: async () => undefined,
    press: async () => undefined,
    cookies: async () => [],
    setCookies: async () => undefined,
    requests: () => [],
    metrics: async () => ({}),
    close: async () => undefined,
  }
}
