import { cleanText } from './clean.ts'

/** Markup that is ready: only `html` and `raw` of this file make it. */
export type Html = Readonly<{ html: string }>
type Part = string | number | Html | readonly Html[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Parsers make line ends one kind.
  '\r': '&#13;',
}

const escapeHtml = (text: string): string =>
  cleanText(text).replace(/[&<>"'\r]/g, (char) => ESCAPES[char] ?? char)

const partOf = (part: Part): string => {
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return 'html' in part ? part.html : part.map((each) => each.html).join('')
}

/** A template whose values are escaped, for text and for quoted attributes alike. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((text, string, index) => text + partOf(parts[index - 1] ?? '') + string),
})

export const NOTHING: Html = { html: '' }

/** A text of ours that is markup already: style sheets, the document type. */
export const raw = (markup: string): Html => ({ html: markup })

/** A link of a finding, as a link only when it leads to the web. */
export const webUrl = (text: string): string | null => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
