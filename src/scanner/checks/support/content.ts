import { mediaType as typeOfPage } from '../../crawl/page.ts'
import type { Exchange, HttpResponse } from '../../http/exchange.ts'
import { headerList } from '../../http/header-list.ts'

/** The media type without parameters, lower case; empty when the header is absent. */
export const mediaType = (response: HttpResponse): string => typeOfPage(response.headers) ?? ''

/** How much of a body browsers look at to guess its type (MIME Sniffing standard). */
const SNIFFED_CHARS = 1445
const HTML_START =
  /^\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype html|html|head|body|script|title|table|h1|div|p|a|br)[\s>]/is

/** What a browser parses as HTML: by its type, or by sniffing where no type is given. */
export function isHtml(response: HttpResponse): boolean {
  const type = mediaType(response)
  if (type !== '') return type === 'text/html'
  return (
    response.headers.get('x-content-type-options') === null &&
    HTML_START.test(response.body.slice(0, SNIFFED_CHARS))
  )
}

/** XML that a browser builds a scriptable document from. */
export const isScriptableXml = (response: HttpResponse): boolean =>
  /^(?:application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml)$/.test(
    mediaType(response),
  )

export const isJson = (response: HttpResponse): boolean => /[/+]json$/.test(mediaType(response))

export const isAttachment = (response: HttpResponse): boolean =>
  /^\s*attachment/i.test(response.headers.get('content-disposition') ?? '')

export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** The statuses that make a browser follow Location (Fetch standard, redirect status). */
export const isRedirect = ({ status }: HttpResponse): boolean => REDIRECTS.has(status)

/** The first text that occurs literally in the answer, or null: evidence quotes bytes. */
export function quoted({ response }: Exchange, ...texts: readonly string[]): string | null {
  const inHeaders = headerList(response.headers)
  const isQuoted = (text: string): boolean =>
    inHeaders.some(([, value]) => value.includes(text)) || response.body.includes(text)
  return texts.find((text) => text !== '' && isQuoted(text)) ?? null
}
