import {
  ANYWHERE,
  GLUED_FRONT,
  GLUED_VERBS,
  NOUN_SIGNS,
  OBJECTS,
  ROUTING_PARAMETERS,
  SHORT_ACTIONS,
  STRONG,
  WEAK,
  WEAK_WHEN_CHANGING,
} from './avoid-words.ts'
import { decodePiece, decodeSegment } from './urls.ts'
import { joinedWords, plain, wordsOf } from './words.ts'

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const PAGE_EXTENSION = /\.(?:php\d?|s?html?|aspx?|jspx?|do|action|cgi|cfm|json|xml|pl|py|rb)$/i
/** From this many words on it is a title: `how-to-delete-files` deletes nothing. */
const TITLE_WORDS = { name: 4, text: 5 } as const

const verbs = GLUED_VERBS.map(plain)
const fronted = [...verbs, 'logout', 'signout', 'logoff']
const strong: ReadonlySet<string> = new Set([
  ...STRONG.map(plain),
  ...fronted.flatMap((verb) => GLUED_FRONT.map((front) => front + verb)),
])
const weak = new Set(WEAK.map(plain))
const weakWhenChanging = new Set([...WEAK, ...WEAK_WHEN_CHANGING].map(plain))
const anywhere = ANYWHERE.map(plain)
const IN_ANY_SCRIPT = new RegExp(anywhere.join('|'))
const objects = new Set(OBJECTS)
/** Whatever a rule below finds, one of these stands in the joined words of its parts. */
const SUSPICIOUS = new RegExp(
  [...new Set([...strong, ...verbs, ...weak, ...weakWhenChanging, ...anywhere])]
    .map(joinedWords)
    .join('|'),
)

/**
 * True where a request may end the session, destroy, pay, or write to somebody: told by method,
 * URL and the text of its link or button. In doubt it says true; a page less is read then.
 */
export function isDangerous(method: string, url: URL, text = ''): boolean {
  const verb = method.toUpperCase()
  if (!READING.has(verb) && verb !== 'POST') return true
  const words = READING.has(verb) ? weak : weakWhenChanging
  const segments = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => withoutExtension(decodeSegment(segment)))
  return (
    (isSuspicious([text, ...segments]) &&
      (saysDanger([text], words, TITLE_WORDS.text) ||
        saysDanger(segments, words) ||
        segments.some((segment, index) => strong.has(pairOf(segment, segments[index + 1]))))) ||
    (url.search !== '' && queryIsDangerous(url.search, words))
  )
}

const withoutExtension = (segment: string): string =>
  segment.includes('.') ? segment.replace(PAGE_EXTENSION, '') : segment

/** Most links name no such thing, and a page has thousands: this keeps them from being read. */
const isSuspicious = (parts: readonly string[]): boolean =>
  SUSPICIOUS.test(joinedWords(parts.join(' ')))

function queryIsDangerous(search: string, words: ReadonlySet<string>): boolean {
  const pieces = search
    .slice(1)
    .split('&')
    .filter((piece) => piece !== '')
  return pieces.map(decodePiece).some(([name, value]) => {
    // `order=asc` sorts: of names, only the strong words count.
    if (isSuspicious([name]) && saysDanger([name], new Set())) return true
    if (SHORT_ACTIONS.has(name.toLowerCase())) return true
    if (!ROUTING_PARAMETERS.has(name.toLowerCase())) return false
    const target = withoutExtension(value)
    if (SHORT_ACTIONS.has(target.toLowerCase())) return true
    return isSuspicious([target]) && saysDanger(target.split('/'), words)
  })
}

/** Each part is a path segment, a name or a text; a weak word looks at its neighbours in all. */
function saysDanger(
  parts: readonly string[],
  weakWords: ReadonlySet<string>,
  titleWords: number = TITLE_WORDS.name,
): boolean {
  const split = parts.map(wordsOf)
  if (parts.some((part) => IN_ANY_SCRIPT.test(plain(part)))) return true
  if (split.some((words) => phrasesOf(words, titleWords).some(isStrong))) return true
  if (split.some((words) => words.length > 1 && weakWords.has(words.join('')))) return true
  const all = split.flat()
  const titled = new Set(split.filter((words) => words.length >= titleWords).flat())
  return all.some((word, index) => {
    if (!weakWords.has(word) || titled.has(word)) return false
    return ![all[index - 1], all[index + 1]].some((next) => NOUN_SIGNS.has(next ?? ''))
  })
}

/** Runs of up to three words, joined; of a title only those at its ends. */
function phrasesOf(words: readonly string[], titleWords: number): readonly string[] {
  const isTitle = words.length >= titleWords
  return words.flatMap((_, start) =>
    [1, 2, 3]
      .filter((length) => start + length <= words.length)
      .filter((length) => !isTitle || start === 0 || start + length === words.length)
      .map((length) => words.slice(start, start + length).join('')),
  )
}

function isStrong(phrase: string): boolean {
  if (strong.has(phrase)) return true
  const verb = verbs.find((candidate) => phrase.startsWith(candidate))
  if (verb === undefined) return false
  const rest = phrase.slice(verb.length)
  return objects.has(rest) || (rest.startsWith('my') && objects.has(rest.slice(2)))
}

/** `passwordreset` of the segments `password` and `reset`. */
const pairOf = (first: string, second = ''): string =>
  [...wordsOf(first), ...wordsOf(second)].slice(0, 3).join('')
