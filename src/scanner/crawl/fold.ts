import { pathTemplate } from '../../report/path-template.ts'
import { ROUTING_PARAMETERS } from './avoid-words.ts'
import { compareText, decodePiece, decodeSegment } from './urls.ts'
import { wordsOf } from './words.ts'

/** A title in a URL: from this many words on, one of many pages of the same make. */
const SLUG_WORDS = 3
/** Letters and digits mixed: a token, whatever it stands for. */
const TOKEN = /^(?=.*\d)(?=.*[a-z])[a-z0-9_-]{16,}$/i
/** Shorter ones change between letters and digits all the time: `k3x9qa` has five runs. */
const SHORT_TOKEN = { alphabet: /^[a-z\d]{6,}$/i, run: /[a-z]+|\d+/gi, runs: 5 } as const
/** A session of ASP.NET in the path: `(S(abc))`. */
const PATH_SESSION = /^\([A-Z]\(.{1,200}\)\)$/
/** Data that a framework keeps for each page, under the page's path. */
const PAGE_DATA = /\/(__data|page-data|_payload)\.json$|\/(_next\/data)\//
const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i
const VERSION = /^v\d{1,2}$/i
const EXTENSION = /\.[a-z][a-z0-9]{1,5}$/i

/**
 * What pages of the same make share, for budgets only: origin, path with ids, dates, tokens and
 * slugs as `{}`, and the names of the parameters. Parameters that choose the page, as `page` in
 * `index.php?page=news`, keep their value.
 */
export function foldKey(url: URL): string {
  const path = foldPath(url.pathname)
  const names = url.search
    .slice(1)
    .split('&')
    .filter((piece) => piece !== '')
    .map(foldParameter)
  const query = [...new Set(names)].sort(compareText).join('&')
  return `${url.origin}${path}${query === '' ? '' : '?'}${query}`
}

function foldPath(pathname: string): string {
  const [, file, folder] = pathname.endsWith('.json') ? (PAGE_DATA.exec(pathname) ?? []) : []
  const data = file ?? folder
  if (data !== undefined) return `/{}/${data}.json`
  return withoutRounds(withoutMonths(pathTemplate(pathname).split('/').map(foldSegment))).join('/')
}

/** `may` beside a number is a month; by itself it may be a page. */
function withoutMonths(segments: readonly string[]): readonly string[] {
  if (!segments.includes('{}')) return segments
  return segments.map((segment, index) => {
    const isDated = [segments[index - 1], segments[index + 1]].includes('{}')
    return isDated && MONTH.test(segment) ? '{}' : segment
  })
}

/** A path that goes round, as relative links make it: `/a/b/a/b/a` is `/a/b`. */
function withoutRounds(segments: readonly string[]): readonly string[] {
  const kept: string[] = []
  for (const segment of segments) {
    kept.push(segment)
    for (let length = 1; length <= 3; length += 1) {
      const last = kept.slice(-length)
      const before = kept.slice(-2 * length, -length)
      // Numbers in a row are a date or a place in a tree, not a round.
      if (segment === '' || last.every((each) => each === '{}')) continue
      if (last.join('/') !== before.join('/')) continue
      kept.splice(-length)
      break
    }
  }
  return kept
}

function foldSegment(segment: string): string {
  if (segment === '' || segment.includes('{}')) return segment
  const text = decodeSegment(segment)
  if (VERSION.test(text)) return segment
  if (PATH_SESSION.test(text)) return '{}'
  const extension = EXTENSION.exec(text)?.[0] ?? ''
  const name = text.slice(0, text.length - extension.length)
  const words = name.split(/[-_+. ]+/).filter((word) => word !== '')
  if (words.length >= SLUG_WORDS || TOKEN.test(name) || isShortToken(name)) return `{}${extension}`
  return name.replaceAll(/\d+/g, '{}') + extension
}

const isShortToken = (name: string): boolean =>
  /\d/.test(name) &&
  SHORT_TOKEN.alphabet.test(name) &&
  (name.match(SHORT_TOKEN.run)?.length ?? 0) >= SHORT_TOKEN.runs

function foldParameter(piece: string): string {
  const [name, value] = decodePiece(piece)
  const isRoute = ROUTING_PARAMETERS.has(name.toLowerCase())
  const isWord = value.length <= 40 && wordsOf(value).length <= SLUG_WORDS && !/\d/.test(value)
  const folded = name.replaceAll(/\d+/g, '{}')
  return isRoute && isWord && value !== '' ? `${folded}=${value}` : folded
}
