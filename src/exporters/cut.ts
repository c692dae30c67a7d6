/** The start of a text that is longer than `most` characters, and how much is missing. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Never between the halves of a pair.
  const kept = text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '')
  return `${kept}… [${text.length - kept.length} characters left out]`
}
