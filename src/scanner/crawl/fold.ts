import { pathTemplate } from '../../report/path-template.ts'
import { ROUTING_PARAMETERS } from './avoid-words.ts'
import { compareText, decodePiece, decodeSegment } from './urls.ts'
import { wordsOf } from './words.ts'

/** A title in a URL: from this many words on, one of many pages of the same make. */
const SLUG_WORDS = 3
/** Letters and digits mixed: a token, whatever it stands for. */
const TOKEN = /^(?=.*\d)(?=.*[a-z])[a-z0-9_-]{16,}$/i
const VERSION = /^v\d{1,2}$/i
const EXTENSION = /\.[a-z][a-z0-9]{1,5}$/i

/**
 * What pages of the same make share, for budgets only: origin, path with ids, dates, tokens and
 * slugs as `{}`, and the names of the parameters. Parameters that choose the page, as `page` in
 * `index.php?page=news`, keep their value.
 */
export function foldKey(url: URL): string {
  const path = pathTemplate(url.pathname).split('/').map(foldSegment).join('/')
  const names = url.search
    .slice(1)
    .split('&')
    .filter((piece) => piece !== '')
    .map(foldParameter)
  const query = [...new Set(names)].sort(compareText).join('&')
  return `${url.origin}${path}${query === '' ? '' : '?'}${query}`
}

function foldSegment(segment: string): string {
  if (segment === '' || segment.includes('{}')) return segment
  const text = decodeSegment(segment)
  if (VERSION.test(text)) return segment
  const extension = EXTENSION.exec(text)?.[0] ?? ''
  const name = text.slice(0, text.length - extension.length)
  const words = name.split(/[-_+. ]+/).filter((word) => word !== '')
  if (words.length >= SLUG_WORDS || TOKEN.test(name)) return `{}${extension}`
  return name.replaceAll(/\d+/g, '{}') + extension
}

function foldParameter(piece: string): string {
  const [name, value] = decodePiece(piece)
  const isRoute = ROUTING_PARAMETERS.has(name.toLowerCase())
  const isWord = value.length <= 40 && wordsOf(value).length <= SLUG_WORDS && !/\d/.test(value)
  const folded = name.replaceAll(/\d+/g, '{}')
  return isRoute && isWord && value !== '' ? `${folded}=${value}` : folded
}
