import type { Exchange } from '../http/exchange.ts'
import { elementsNamed } from './html.ts'
import { pageOf } from './page.ts'

/** Types of script elements that are run; any other holds data. */
const RUN = /^(?:|module|(?:text|application)\/(?:x-)?(?:javascript|ecmascript|jscript))$/

/** A page that script may change or react on: it is worth the time of a browser. */
export function isScripted(exchange: Exchange): boolean {
  const { html } = pageOf(exchange)
  const { status } = exchange.response
  if (html === null || status < 200 || status >= 300) return false
  const isRun = (type: string | undefined): boolean => RUN.test((type ?? '').trim().toLowerCase())
  return (
    elementsNamed(html, 'script').some(({ attributes }) => isRun(attributes.get('type'))) ||
    html.elements.some(({ attributes }) =>
      [...attributes.keys()].some((name) => /^on[a-z]/.test(name)),
    )
  )
}
