import { isDangerous } from '../crawl/avoid.ts'
import { elementsWith } from '../crawl/html.ts'
import { pageOf } from '../crawl/page.ts'
import { pageUrl } from '../crawl/urls.ts'
import { plain } from '../crawl/words.ts'
import { isProbeError, NO_HEADERS, type Exchange, type Send } from '../http/exchange.ts'
import { isSameLook, lookOf, showsLogin, type SessionProbe } from './session.ts'

const MOST_CANDIDATES = 8
const LEAST_TEXT = 4
const MOST_TEXT = 80
/** Pages that only make sense to somebody logged in. */
const OWN_PAGE =
  /account|profile|dashboard|settings|\bme\b|my-?|orders|home|konto|profil|compte|cuenta|perfil|conta|mijn|moje|профиль|кабинет|账户|個人|マイページ/

export type ProbeMeans = Readonly<{ send: Send; anonymous: Send }>

/**
 * Looks for a page that tells somebody logged in from a visitor: by status, by where it redirects to,
 * or by a text, such as a link to log out. Each is asked twice by both. Null: none of them differs.
 */
export async function findProbe(
  means: ProbeMeans,
  first: readonly URL[],
  words: readonly string[],
): Promise<SessionProbe | null> {
  const queue = [...first]
  const seen = new Set<string>()
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (seen.has(url.href) || seen.size >= MOST_CANDIDATES) continue
    seen.add(url.href)
    const inside = await ask(means.send, url)
    if (inside === null) continue
    const probe = await compare(means, url, inside, words)
    if (probe !== null) return probe
    queue.push(...ownPages(inside, first))
  }
  return null
}

async function compare(
  means: ProbeMeans,
  url: URL,
  inside: Exchange,
  words: readonly string[],
): Promise<SessionProbe | null> {
  const outside = await ask(means.anonymous, url)
  if (outside === null || isTrouble(inside) || isTrouble(outside)) return null
  const isOther = !isSameLook(lookOf(inside), lookOf(outside))
  if (!isOther && markersOf([inside], [outside], words).length === 0) return null
  const again = await ask(means.send, url)
  const outsideAgain = await ask(means.anonymous, url)
  if (again === null || outsideAgain === null) return null
  const isStable =
    isSameLook(lookOf(inside), lookOf(again)) && isSameLook(lookOf(outside), lookOf(outsideAgain))
  if (!isStable) return null
  const [marker] = markersOf([inside, again], [outside, outsideAgain], words)
  if (!isOther && marker === undefined) return null
  return {
    url: url.href,
    in: lookOf(inside),
    out: lookOf(outside),
    marker: marker ?? null,
    outHasForm: showsLogin(outside) && !showsLogin(inside),
  }
}

/** Answers that say something of the server's state, and nothing of the visitor's. */
const isTrouble = ({ response }: Exchange): boolean =>
  response.status === 429 || response.status >= 500

async function ask(send: Send, url: URL): Promise<Exchange | null> {
  try {
    return await send({ method: 'GET', url, headers: NO_HEADERS })
  } catch (error) {
    if (isProbeError(error)) return null
    throw error
  }
}

/**
 * Texts that all answers to the one hold and none to the other, the best first: links that end the
 * session, the user's name, then whatever else the page names.
 */
function markersOf(
  inside: readonly Exchange[],
  outside: readonly Exchange[],
  words: readonly string[],
): readonly string[] {
  const [first] = inside
  if (first === undefined) return []
  const references = elementsWith(pageOf(first).html, 'href').flatMap(
    ({ attributes }) => attributes.get('href') ?? [],
  )
  const ending = references.filter((text) => endsSession(text, first.request.url))
  const texts = first.response.body.match(/[^\s<>"'&]+/g) ?? []
  const isOnlyInside = (text: string): boolean =>
    text.length >= LEAST_TEXT &&
    text.length <= MOST_TEXT &&
    inside.every(({ response }) => response.body.includes(text)) &&
    !outside.some(({ response }) => response.body.includes(text))
  return [...ending, ...words, ...references, ...texts.slice(0, 5000)].filter(isOnlyInside)
}

function endsSession(reference: string, base: URL): boolean {
  const url = URL.parse(reference, base.href)
  return url !== null && isDangerous('GET', url)
}

/** Links of a page whose words say that they are for the visitor's own things, and that do no harm. */
function ownPages(exchange: Exchange, [base]: readonly URL[]): readonly URL[] {
  const page = pageOf(exchange)
  return elementsWith(page.html, 'href').flatMap(({ name, attributes, text }) => {
    const url = name === 'a' ? pageUrl(attributes.get('href') ?? '', page.base) : null
    const isOwn = url !== null && url.origin === (base ?? url).origin
    if (!isOwn || isDangerous('GET', url, text)) return []
    return OWN_PAGE.test(plain(`${url.pathname} ${text}`)) ? [url] : []
  })
}
