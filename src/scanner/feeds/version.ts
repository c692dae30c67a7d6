import type { LibraryAdvisory } from '../feeds.ts'

/** What file names say beside the version. */
const SUFFIX = /(?:[.-](?:min|slim|js|prod|production|global|common|dev|development|umd|esm))+$/

/** `3.4.1` of `3.4.1.min`. */
export const plainVersion = (text: string): string => text.replace(SUFFIX, '').replace(/[.-]+$/, '')

/** Negative where a is older than b. `1.9.0b1` comes before `1.9.0`, and `1.9` is `1.9.0`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const order = compareParts(left[at] ?? 0, right[at] ?? 0)
    if (order !== 0) return order
  }
  return 0
}

/** Whether an advisory holds for a version. */
export const holdsFor = (advisory: LibraryAdvisory, version: string): boolean =>
  (advisory.atOrAbove === null || compareVersions(version, advisory.atOrAbove) >= 0) &&
  (advisory.below === null || compareVersions(version, advisory.below) < 0) &&
  !advisory.excludes.includes(version)

const MOST_PARTS = 12

const partsOf = (version: string): readonly (number | string)[] =>
  (version.toLowerCase().match(/\d{1,9}|[a-z]{1,20}/g) ?? [])
    .slice(0, MOST_PARTS)
    .map((part) => (/\d/.test(part) ? Number(part) : part))

/** A word, as in `2.0.0-rc1`, marks what comes before the release. */
function compareParts(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return typeof a === 'string' ? -1 : 1
}
