import { readHtml } from '../html.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'
import { linksOf as linksOfMarkup } from './attributes.ts'
import { readJson } from './json-values.ts'

/** Files that servers give no type of their own. */
const JSON_FILE = /\.(?:webmanifest|json|map)$|\/apple-app-site-association$/

/** Addresses in a JSON body: absolute and rooted ones anywhere, relative ones where the key says so. */
export function* jsonLinks({ kind, exchange }: Page): Iterable<Link> {
  const isNamed = kind === 'other' && JSON_FILE.test(exchange.request.url.pathname)
  if (kind !== 'json' && !isNamed) return
  const { request, response } = exchange
  const base = bundleRoot(request.url)
  const { links, markup } = readJson(response.body)
  for (const link of links) yield { ...link, source: 'json', base }
  for (const text of markup) {
    for (const link of linksOfMarkup(readHtml(text))) yield { ...link, source: 'json', base }
  }
}

/** Vite keeps its manifest in a folder of its own, and names files from the folder above. */
const bundleRoot = (url: URL): URL => (url.pathname.includes('/.vite/') ? new URL('../', url) : url)
