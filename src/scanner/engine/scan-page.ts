import type { Page, PageNetwork, PageOptions } from '../browser/page.ts'
import type { BrowserSession } from '../browser/port.ts'
import { isDangerous } from '../crawl/avoid.ts'
import type { Exchange } from '../http/exchange.ts'
import { answerOf } from './page-network.ts'
import type { UnitContext } from './unit-context.ts'

/** What script asks a person about is answered with yes, unless its words name harm. */
const confirmsHarmless =
  ({ work }: UnitContext) =>
  (message: string): boolean =>
    !isDangerous('GET', new URL('/', work.options.target_url), message)

/** A page of the scan: with its session, where a cookie gives one, so that script can read it too. */
export async function openScanPage(
  context: UnitContext,
  session: BrowserSession,
  options: Pick<PageOptions, 'network' | 'setUp' | 'exposed'>,
): Promise<Page> {
  const page = await session.openPage({ ...options, confirms: confirmsHarmless(context) })
  const auth = context.work.secrets.auth_config
  if (auth?.type === 'cookie') {
    const url = new URL('/', context.work.options.target_url).href
    await page.setCookies(
      auth.cookie_string.split(';').flatMap((pair) => {
        const at = pair.indexOf('=')
        return at < 1
          ? []
          : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim(), url }]
      }),
    )
  }
  return page
}

/** Scripts and styles are asked for once in a unit, however often its pages are loaded. */
export function rememberAssets(network: PageNetwork, seen: Map<string, Exchange>): PageNetwork {
  return async (request) => {
    const known = isAsset(request) ? seen.get(request.url.href) : undefined
    return known === undefined ? network(request) : answerOf(known)
  }
}

export const isAsset = ({ method, kind }: Parameters<PageNetwork>[0]): boolean =>
  method === 'GET' && (kind === 'script' || kind === 'stylesheet')
