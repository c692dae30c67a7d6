import { bagOf } from './view.ts'

/** A segment that changes by itself: what stands before and after the part that changes. */
export type DynamicPart = Readonly<{ prefix: string; suffix: string }>

/** A pattern that holds less fixed text than this, such as `<td>`, would match anything. */
const LEAST_FIXED = 6
/** What a changing value may be made of: the whole of it changes, not only the digits that did. */
const VALUE_END = /[\w:.,+/=%-]+$/
const VALUE_START = /^[\w:.,+/=%-]+/

/** Where two answers to the same request differ, as patterns that find the same places again. */
export function dynamicParts(
  first: readonly string[],
  second: readonly string[],
): readonly DynamicPart[] {
  const onlyFirst = without(first, second)
  const onlySecond = without(second, first)
  const parts: DynamicPart[] = []
  for (const [index, a] of onlyFirst.entries()) {
    const b = onlySecond[index]
    if (b === undefined) break
    const shared = commonPrefix(a, b)
    const prefix = shared.replace(VALUE_END, '')
    const suffix = commonSuffix(a.slice(shared.length), b.slice(shared.length)).replace(
      VALUE_START,
      '',
    )
    if (prefix.length + suffix.length >= LEAST_FIXED) parts.push({ prefix, suffix })
  }
  return parts
}

export const withoutDynamic = (
  segments: readonly string[],
  parts: readonly DynamicPart[],
): readonly string[] =>
  parts.length === 0
    ? segments
    : segments.filter(
        (segment) =>
          !parts.some(
            ({ prefix, suffix }) =>
              segment.length >= prefix.length + suffix.length &&
              segment.startsWith(prefix) &&
              segment.endsWith(suffix),
          ),
      )

/** The items of one list that the other does not hold as often. */
function without(items: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map(bagOf(others))
  return items.filter((item) => {
    const times = left.get(item) ?? 0
    if (times > 0) left.set(item, times - 1)
    return times === 0
  })
}

function commonPrefix(a: string, b: string): string {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return a.slice(0, length)
}

function commonSuffix(a: string, b: string): string {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) {
    length += 1
  }
  return length === 0 ? '' : a.slice(-length)
}
