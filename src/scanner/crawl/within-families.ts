import type { CrawlEntry } from '../engine/unit.ts'
import { roomIn, type Family } from './families.ts'
import { compareText } from './urls.ts'

export type Candidate = Readonly<{
  entry: CrawlEntry
  seenKey: string
  foldKey: string
  families: readonly Family[]
  isAsset: boolean
  /** The how-manieth of its fold key; the first of each make are visited first. */
  sample: number
}>

export const compareCandidates = (a: Candidate, b: Candidate): number =>
  a.entry.depth - b.entry.depth ||
  Number(a.isAsset) - Number(b.isAsset) ||
  a.sample - b.sample ||
  compareText(a.entry.url, b.entry.url)

type Sorted = Readonly<Record<'fitting' | 'alike' | 'later', readonly Candidate[]>>

/** Those whose families have room in this level; the others are known by now, or wait for it. */
export function withinFamilies(
  admitted: ReadonlyMap<string, number>,
  candidates: readonly Candidate[],
  looks: ReadonlyMap<string, number> = new Map(),
): Sorted {
  const rooms = new Map<string, number>()
  const sorted = { fitting: [] as Candidate[], alike: [] as Candidate[], later: [] as Candidate[] }
  for (const candidate of candidates) {
    const { families } = candidate
    for (const family of families) {
      const visited = admitted.get(family.key) ?? 0
      if (!rooms.has(family.key)) {
        rooms.set(family.key, roomIn(family, visited, looks.get(family.key) ?? 0))
      }
    }
    const isFull = families.some(({ key }) => rooms.get(key) === 0)
    // A family without room that still took some in this level is not judged yet.
    const isSettled = families.some(
      (family) => roomIn(family, admitted.get(family.key) ?? 0, looks.get(family.key) ?? 0) === 0,
    )
    sorted[isSettled ? 'alike' : isFull ? 'later' : 'fitting'].push(candidate)
    if (isFull) continue
    for (const { key } of families) rooms.set(key, (rooms.get(key) ?? 1) - 1)
  }
  return sorted
}
