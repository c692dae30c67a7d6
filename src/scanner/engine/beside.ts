import { pageOf } from '../crawl/page.ts'
import { kindOfPath } from '../crawl/assets.ts'
import type { Exchange } from '../http/exchange.ts'
import { isProtective } from './inputs-skipped.ts'
import type { SeenCookie } from './unit.ts'

const MOST_COOKIES = 20
/** A choice, as `en` or `dark`. Longer values may be secrets of a session and are never stored. */
const PLAIN_VALUE = /^[\w.-]{1,12}$/
/** Stands for a value that is not kept. */
const SOME_VALUE = '1'

/** The cookies an answer sets, without those that are known to guard something. */
export const cookiesOf = ({ request, response }: Exchange): readonly SeenCookie[] =>
  response.headers
    .getSetCookie()
    .slice(0, MOST_COOKIES)
    .flatMap((cookie) => {
      const [pair = ''] = cookie.split(';', 1)
      const at = pair.indexOf('=')
      const name = pair.slice(0, at).trim()
      const value = pair.slice(at + 1).trim()
      if (at < 1 || isProtective(name)) return []
      const kept = PLAIN_VALUE.test(value) ? value : SOME_VALUE
      return [{ origin: request.url.origin, name, value: kept }]
    })

/** Elements whose address is no page: what the crawler leaves out may still lie in a listed folder. */
const HOLDERS: ReadonlySet<string> = new Set(['img', 'source', 'video', 'audio', 'embed', 'object'])

/** Folders of this origin that the answer names for files that are not visited: `/img/`, `/media/`. */
export function foldersOf(exchange: Exchange): ReadonlySet<string> {
  const { html, base } = pageOf(exchange)
  const folders = new Set<string>()
  for (const { name, attributes } of html?.elements ?? []) {
    const reference = HOLDERS.has(name)
      ? (attributes.get('src') ?? attributes.get('data'))
      : name === 'a'
        ? attributes.get('href')
        : undefined
    if (reference === undefined || !reference.includes('/') || !isFile(reference)) continue
    folders.add(reference.slice(0, reference.lastIndexOf('/') + 1))
  }
  const { origin } = exchange.request.url
  const absolute = [...folders].flatMap((folder) => URL.parse(folder, base.href) ?? [])
  return new Set(
    absolute
      .filter((url) => url.origin === origin)
      .map(({ pathname, origin: at }) => at + pathname),
  )
}

/** Asked of a raw reference; only its extension counts. */
function isFile(reference: string): boolean {
  const start = reference.lastIndexOf('/') + 1
  if (reference.indexOf('.', start) === -1) return false
  const file = reference.slice(start).split(/[?#]/, 1)[0] ?? ''
  const kind = kindOfPath(file)
  return kind !== null && kind !== 'script' && kind !== 'style'
}
