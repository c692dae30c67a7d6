/** Dotless and stroked letters that have no decomposition. */
const LETTERS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae' }

/** Most texts are ASCII, where the classes of Unicode cost several times as much and say the same. */
const ASCII = {
  hump: /([a-z\d])([A-Z])/g,
  capitals: /([A-Z])([A-Z][a-z])/g,
  word: /[a-z\d]+/g,
  between: /[^a-z\d]+/g,
} as const
const UNICODE = {
  hump: /(\p{Ll}|\p{Nd})(\p{Lu})/gu,
  capitals: /(\p{Lu})(\p{Lu}\p{Ll})/gu,
  word: /[\p{L}\p{Nd}]+/gu,
  between: /[^\p{L}\p{Nd}]+/gu,
} as const
const patternsFor = (text: string): typeof ASCII | typeof UNICODE =>
  NOT_ASCII.test(text) ? UNICODE : ASCII

/**
 * The words of a name or text, in lower case, without diacritics: `logOut_now` and `Log-out now`
 * both give log, out, now. Anything but letters and digits separates.
 */
export function wordsOf(text: string): readonly string[] {
  const start = text.slice(0, 500)
  const { hump, capitals, word } = patternsFor(start)
  const spaced = start.replaceAll(hump, '$1 $2').replaceAll(capitals, '$1 $2')
  return plain(spaced).match(word) ?? []
}

/** The words of a text with nothing between them. */
export const joinedWords = (text: string): string =>
  plain(text).replaceAll(patternsFor(text).between, '')

const NOT_ASCII = /[^\0-\x7f]/

/** Lower case, without diacritics. */
export const plain = (text: string): string =>
  NOT_ASCII.test(text)
    ? text
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
        .toLowerCase()
        .replaceAll(/[ıłøßæ]/g, (letter) => LETTERS[letter] ?? letter)
        .normalize('NFC')
    : text.toLowerCase()
