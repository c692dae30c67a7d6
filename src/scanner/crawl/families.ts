import { LIMITS } from '../../limits.ts'
import { foldKey } from './fold.ts'
import type { PageLook } from './look.ts'

/** A wide group of addresses: all of one folder, or one path with all its queries. */
export type Family = Readonly<{
  key: string
  /** Visits after which the looks of its pages are judged. */
  most: number
}>

/** New looks among this share of the visits: the family has more to show. */
const NEW_LOOKS = 0.1

/** The families that an address belongs to, by what `foldKey` gives for it. */
export function familiesOf(key: string): readonly Family[] {
  const cut = key.indexOf('?')
  const path = cut === -1 ? key : key.slice(0, cut)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const siblings = { key: `${folder}*`, most: LIMITS.alikeSiblings }
  return cut === -1 ? [siblings] : [siblings, { key: `${path}?*`, most: LIMITS.alikeQueries }]
}

/** How many looks each family has shown. */
export function looksByFamily(pages: readonly PageLook[]): ReadonlyMap<string, number> {
  const looks = new Map<string, Set<string>>()
  for (const { url, look } of pages) {
    const parsed = URL.parse(url)
    for (const { key } of parsed === null ? [] : familiesOf(foldKey(parsed))) {
      const known = looks.get(key)
      if (known === undefined) looks.set(key, new Set([look]))
      else known.add(look)
    }
  }
  return new Map([...looks].map(([key, set]) => [key, set.size]))
}

/**
 * How many more pages of a family one level may visit: enough to judge it, then as many again while
 * it shows new looks. 0 when those visited tell what the others are.
 */
export function roomIn({ most }: Family, visited: number, looks: number): number {
  if (visited < most) return most - visited
  return looks > Math.max(1, visited * NEW_LOOKS) ? most : 0
}
