/** Dotless and stroked letters that have no decomposition. */
const LETTERS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae' }

/**
 * The words of a name or text, in lower case, without diacritics: `logOut_now` and `Log-out now`
 * both give log, out, now. Anything but letters and digits separates.
 */
export function wordsOf(text: string): readonly string[] {
  const spaced = text
    .slice(0, 500)
    .replaceAll(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return plain(spaced).match(/[\p{L}\p{Nd}]+/gu) ?? []
}

/** The words of a text with nothing between them. */
export const joinedWords = (text: string): string => plain(text).replaceAll(/[^\p{L}\p{Nd}]+/gu, '')

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
