import type { Mark } from './model.ts'
import { visible } from './visible.ts'

/** A quotation: `omitted` characters of the whole are not in it. */
export type Excerpt = Readonly<{ text: string; marks: readonly Mark[]; omitted: number }>
export type ExcerptBounds = Readonly<{ chars: number; lines: number }>

/** Highlighted at most: a match of one letter is everywhere. */
const MOST_MARKS = 6
/** Shorter matches say nothing by being highlighted. */
const LEAST_MATCH = 2
/** Share of the room that goes to what stands before a match far down. */
const BEFORE_MATCH = 0.4

/**
 * The start of the text and, where the match stands beyond it, what is around the match; both with
 * the match highlighted. What is left out is counted.
 */
export function excerpt(raw: string, match: string | null, bounds: ExcerptBounds): Excerpt {
  const whole = visible(raw).trimEnd()
  const wanted = match === null ? '' : visible(match).trim()
  const head = clip(whole, 0, bounds)
  const at = wanted.length < LEAST_MATCH ? -1 : whole.indexOf(wanted)
  if (head.length === whole.length || at < 0 || at + wanted.length <= head.length) {
    return finish([head], whole, wanted)
  }
  const half = { chars: Math.floor(bounds.chars / 2), lines: Math.floor(bounds.lines / 2) }
  const start = clip(whole, 0, half)
  const from = Math.max(start.length, startBefore(whole, at, half))
  return finish([start, clip(whole, from, half)], whole, wanted)
}

/** Where a window opens that has its match inside: at the start of a line, if one is near. */
function startBefore(whole: string, at: number, { chars }: ExcerptBounds): number {
  const least = Math.max(0, at - Math.floor(chars * BEFORE_MATCH))
  const line = whole.indexOf('\n', least)
  return line >= 0 && line < at ? line + 1 : least
}

function clip(whole: string, from: number, { chars, lines }: ExcerptBounds): string {
  const part = whole
    .slice(from, from + chars)
    .split('\n', lines)
    .join('\n')
  return part.toWellFormed() === part ? part : part.slice(0, -1)
}

function finish(parts: readonly string[], whole: string, wanted: string): Excerpt {
  const kept = parts.reduce((sum, part) => sum + part.length, 0)
  const omitted = whole.length - kept
  const text = parts.length === 2 ? parts.join('\n\n[…]\n\n') : parts.join('')
  return { text, marks: marksOf(text, wanted), omitted }
}

function marksOf(text: string, wanted: string): readonly Mark[] {
  const marks: Mark[] = []
  if (wanted.length < LEAST_MATCH) return marks
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    if (marks.length === MOST_MARKS) break
    marks.push([at, at + wanted.length])
  }
  return marks
}
