import type { FlawName } from './flaws.ts'
import { DEPARTMENTS, INPUTS, POSTED, SHELVES } from './words.ts'

export type Input = Readonly<{ name: string; value: string; flaw: FlawName | null }>
export type Shelf = Readonly<{ path: string; method: 'GET' | 'POST'; inputs: readonly Input[] }>

/** Where the flaws are: shelf, input, what is wrong there. All other inputs are right. */
const PLANTED: readonly (readonly [path: string, input: string, flaw: FlawName])[] = [
  ['/garden/finder', 'q', 'shown as markup'],
  ['/kitchen/finder', 'brand', 'shown in an attribute'],
  ['/office/finder', 'q', 'shown in a script'],
  ['/bath/labels', 'line', 'shown as markup'],
  ['/toys/parcels', 'town', 'shown in an attribute'],
  ['/books/prices', 'order', 'shown as markup'],
  ['/music/reviews', 'text', 'kept and shown as markup'],
  ['/sports/reviews', 'title', 'kept and shown as markup'],

  ['/garden/stock', 'item', 'in a statement, errors shown'],
  ['/kitchen/parcels', 'number', 'in a statement, errors shown'],
  ['/office/stock', 'place', 'in a statement as text, errors shown'],
  ['/bath/returns', 'reason', 'in a statement as text, errors shown'],
  ['/toys/stock', 'item', 'in a statement, errors hidden'],
  ['/books/finder', 'brand', 'in a statement as text, errors hidden'],
  ['/music/parcels', 'number', 'in a statement, errors hidden'],
  ['/sports/prices', 'least', 'in a statement, errors hidden'],
  ['/lamps/stock', 'item', 'in a statement that tells nothing'],
  ['/tools/returns', 'parcel', 'in a statement that tells nothing'],

  ['/garden/guides', 'file', 'names a file'],
  ['/kitchen/guides', 'file', 'names a file, dots taken out once'],
  ['/office/guides', 'file', 'names a file'],
  ['/garden/stores', 'host', 'in a command line'],
  ['/lamps/stores', 'host', 'in a command line, in double quotes'],
  ['/books/returns', 'way', 'in a command line'],

  ['/toys/offers', 'back', 'names where to go'],
  ['/music/offers', 'back', 'names where to go'],
  ['/lamps/offers', 'back', 'names where to go, no scheme'],
  ['/tools/finder', 'limit', 'in a header line'],
  ['/sports/stores', 'near', 'in a header line'],
  ['/tools/labels', 'line', 'in a template'],
  ['/bath/guides', 'chapter', 'in a template'],
]

const flawAt = (path: string, name: string): FlawName | null =>
  PLANTED.find(([at, input]) => at === path && input === name)?.[2] ?? null

/** A hundred pages with two or three inputs each; with those beside them, 300 inputs. */
export const SHELF_LIST: readonly Shelf[] = DEPARTMENTS.flatMap((department) =>
  SHELVES.map((shelf) => {
    const path = `/${department}/${shelf}`
    const inputs = INPUTS[shelf].map(([name, value]) => ({ name, value, flaw: flawAt(path, name) }))
    return { path, method: POSTED.has(shelf) ? 'POST' : 'GET', inputs }
  }),
)
