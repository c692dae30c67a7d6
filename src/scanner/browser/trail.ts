import { shortHash } from '../crawl/short-hash.ts'
import { componentKey, stateKey, type Action, type Look } from './components.ts'

/** One component and what is done to it: found again by its key after a reload. */
export type Step = Readonly<{ key: string; action: Action }>
/** How a state is come to, and what was there before: only what is new in it is acted on. */
export type Spot = Readonly<{ path: readonly Step[]; known: readonly string[] }>

/** How far the exploring of a page has come: plain data, so that another unit can go on with it. */
export type Trail = Readonly<{
  /** States that are left to explore; the first one is under way. */
  waiting: readonly Spot[]
  /** What was done in the first one. */
  done: readonly string[]
  /** Those that were seen. */
  states: readonly string[]
  actions: number
}>
export const BEGINNING: Trail = {
  waiting: [{ path: [], known: [] }],
  done: [],
  states: [],
  actions: 0,
}

export const stateOf = (look: Look): string => shortHash(stateKey(look))

/** The key of each component, with the how-manieth of its like it is. */
export function keysOf({ components }: Look): readonly string[] {
  const counts = new Map<string, number>()
  return components.map((component) => {
    const key = shortHash(componentKey(component))
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return `${key}#${count}`
  })
}
