import type { Finding } from '../report/finding.ts'

/** Evidence is a note and, after a blank line, the bytes that prove it (engine: `evidenceOf`). */
export function splitEvidence({ evidence }: Pick<Finding, 'evidence'>): Readonly<{
  note: string
  match: string | null
}> {
  const gap = evidence.indexOf('\n\n')
  if (gap < 0) return { note: evidence, match: null }
  return { note: evidence.slice(0, gap), match: evidence.slice(gap + 2) }
}

/** A text around the first place of the match; null where it does not stand in it. */
export function aroundMatch(
  text: string,
  match: string | null,
): readonly [before: string, match: string, after: string] | null {
  const at = match === null || match === '' ? -1 : text.indexOf(match)
  if (match === null || at < 0) return null
  return [text.slice(0, at), match, text.slice(at + match.length)]
}
