import { LIMITS } from '../../limits.ts'
import type { CrawlEntry } from '../engine/unit.ts'
import { assetKind } from './assets.ts'
import { isDangerous } from './avoid.ts'
import { uniqueEntries } from './entries.ts'
import { familiesOf } from './families.ts'
import { foldKey } from './fold.ts'
import { dedupeKey } from './urls.ts'
import { compareCandidates, withinFamilies, type Candidate } from './within-families.ts'

/**
 * What the crawl has admitted so far, as plain JSON. It holds admitted URLs only, so at most
 * `maxPages` of them: what a full key turned away once, it turns away again.
 */
export type FrontierState = Readonly<{
  seen: readonly string[]
  /** Pages admitted per fold key. */
  keys: readonly (readonly [key: string, admitted: number])[]
  /** Pages admitted per family, scripts and styles aside. */
  families: readonly (readonly [key: string, admitted: number])[]
  /** How many of `seen` are scripts and styles. */
  assets: number
}>

/** The state while it is in memory. */
export type Frontier = Readonly<{
  seen: ReadonlySet<string>
  keys: ReadonlyMap<string, number>
  families: ReadonlyMap<string, number>
  assets: number
}>

export type FrontierRules = Readonly<{
  maxPages: number
  maxDepth: number
  isInScope(url: URL): boolean
  isExcluded(url: URL): boolean
  /** Looks that each family has shown so far (`looksByFamily`); none known unless given. */
  looks?: ReadonlyMap<string, number>
}>

/**
 * Why an entry was turned away. `budget` and `depth` mean pages that were not visited, `assets`
 * scripts and styles that were not read. `later` is to be offered again when the pages of this level
 * are known. `samples` and `alike` are folded: of their make enough is visited. The others are as
 * they should be.
 */
export const REFUSALS = [
  'invalid',
  'out_of_scope',
  'excluded',
  'dangerous',
  'seen',
  'samples',
  'alike',
  'later',
  'depth',
  'budget',
  'assets',
] as const
export type Refusal = (typeof REFUSALS)[number]

export type Admission = Readonly<{
  frontier: Frontier
  /** In the order to visit. */
  accepted: readonly CrawlEntry[]
  /** What is new in `frontier`: rows for the owner to write. */
  added: FrontierState
  refused: Readonly<Partial<Record<Refusal, number>>>
}>

export const emptyFrontier: Frontier = {
  seen: new Set(),
  keys: new Map(),
  families: new Map(),
  assets: 0,
}
export const loadFrontier = ({ seen, keys, families, assets }: FrontierState): Frontier => ({
  seen: new Set(seen),
  keys: new Map(keys),
  families: new Map(families),
  assets,
})
export const saveFrontier = ({ seen, keys, families, assets }: Frontier): FrontierState => ({
  seen: [...seen],
  keys: [...keys],
  families: [...families],
  assets,
})

/**
 * Which of the discovered pages to visit. Call it once per level, with all that the level's pages
 * named: the choice depends on the set of entries, never on their order. Pages go before scripts
 * and styles, which may take LIMITS.assetPagesPercent of the budget.
 */
export function admit(
  frontier: Frontier,
  discovered: readonly CrawlEntry[],
  rules: FrontierRules,
): Admission {
  const judged = uniqueEntries(discovered).map((entry) => judge(entry, frontier, rules))
  const candidates = numberSamples(
    frontier,
    judged.flatMap(({ candidate }) => candidate ?? []),
  )
  const few = candidates.filter(({ sample }) => sample < LIMITS.foldSamples)
  const sorted = withinFamilies(frontier.families, few.toSorted(compareCandidates), rules.looks)
  // Asked last: a deep page of a make that was seen enough is folded, and nothing is cut off by it.
  const isDeep = ({ entry }: Candidate): boolean => entry.depth > rules.maxDepth
  const fitting = sorted.fitting.filter((candidate) => !isDeep(candidate))
  const later = sorted.later.filter((candidate) => !isDeep(candidate))
  const deep = [...sorted.fitting, ...sorted.later].filter(isDeep)
  const accepted = withinBudget(frontier, fitting, rules.maxPages)
  const added = addedBy(frontier, accepted)
  const chosen = new Set(accepted)
  const left = fitting.filter((candidate) => !chosen.has(candidate))
  return {
    frontier: {
      seen: new Set([...frontier.seen, ...added.seen]),
      keys: new Map([...frontier.keys, ...added.keys]),
      families: new Map([...frontier.families, ...added.families]),
      assets: added.assets,
    },
    accepted: accepted.map(({ entry }) => entry),
    added,
    refused: countRefusals([
      ...judged.map(({ refusal }) => refusal),
      ...candidates.flatMap(({ sample }) => (sample < LIMITS.foldSamples ? [] : 'samples')),
      ...sorted.alike.map(() => 'alike' as const),
      ...deep.map(() => 'depth' as const),
      ...later.map(() => 'later' as const),
      ...left.map(({ isAsset }) => (isAsset ? 'assets' : 'budget')),
    ]),
  }
}

const ANY: FrontierRules = {
  maxPages: Number.MAX_SAFE_INTEGER,
  maxDepth: Number.MAX_SAFE_INTEGER,
  isInScope: () => true,
  isExcluded: () => false,
}

/** The frontier after these were admitted. They are not judged again: their families may be full by now. */
export function frontierAfter(admitted: readonly CrawlEntry[]): Frontier {
  const judged = uniqueEntries(admitted).map((entry) => judge(entry, emptyFrontier, ANY))
  const candidates = judged.flatMap(({ candidate }) => candidate ?? [])
  return loadFrontier(addedBy(emptyFrontier, numberSamples(emptyFrontier, candidates)))
}

function countRefusals(reasons: readonly (Refusal | undefined)[]): Admission['refused'] {
  const counts: Partial<Record<Refusal, number>> = {}
  for (const reason of reasons) {
    if (reason !== undefined) counts[reason] = (counts[reason] ?? 0) + 1
  }
  return counts
}

type Judged = Readonly<{ candidate?: Omit<Candidate, 'sample'>; refusal?: Refusal }>

function judge(entry: CrawlEntry, frontier: Frontier, rules: FrontierRules): Judged {
  const url = URL.parse(entry.url)
  if (url === null) return { refusal: 'invalid' }
  const seenKey = dedupeKey(url)
  if (frontier.seen.has(seenKey)) return { refusal: 'seen' }
  if (!rules.isInScope(url)) return { refusal: 'out_of_scope' }
  if (rules.isExcluded(url)) return { refusal: 'excluded' }
  // The target itself was named by a person.
  if (entry.depth > 0 && isDangerous('GET', url)) return { refusal: 'dangerous' }
  const key = foldKey(url)
  const isAsset = assetKind(url) !== null
  const families = isAsset ? [] : familiesOf(key)
  return { candidate: { entry, seenKey, foldKey: key, families, isAsset } }
}

/** Counts on from what the frontier holds; two spellings of one URL are one. */
function numberSamples(
  frontier: Frontier,
  candidates: readonly Omit<Candidate, 'sample'>[],
): readonly Candidate[] {
  const counts = new Map<string, number>()
  const met = new Set<string>()
  return candidates.flatMap((candidate) => {
    if (met.has(candidate.seenKey)) return []
    met.add(candidate.seenKey)
    const sample = counts.get(candidate.foldKey) ?? frontier.keys.get(candidate.foldKey) ?? 0
    counts.set(candidate.foldKey, sample + 1)
    return [{ ...candidate, sample }]
  })
}

function withinBudget(
  frontier: Frontier,
  candidates: readonly Candidate[],
  maxPages: number,
): readonly Candidate[] {
  const room = Math.max(0, Math.min(maxPages, LIMITS.frontier) - frontier.seen.size)
  const share = Math.floor((maxPages * LIMITS.assetPagesPercent) / 100) - frontier.assets
  const pages = candidates.filter(({ isAsset }) => !isAsset).slice(0, room)
  const assetRoom = Math.max(0, Math.min(room - pages.length, share))
  const assets = candidates.filter(({ isAsset }) => isAsset).slice(0, assetRoom)
  return [...pages, ...assets].sort(compareCandidates)
}

function addedBy(frontier: Frontier, accepted: readonly Candidate[]): FrontierState {
  const counts = new Map<string, number>()
  const families = new Map<string, number>()
  for (const { foldKey: key, families: own } of accepted) {
    counts.set(key, (counts.get(key) ?? frontier.keys.get(key) ?? 0) + 1)
    for (const family of own) {
      const known = families.get(family.key) ?? frontier.families.get(family.key) ?? 0
      families.set(family.key, known + 1)
    }
  }
  return {
    seen: accepted.map(({ seenKey }) => seenKey),
    keys: [...counts],
    families: [...families],
    assets: frontier.assets + accepted.filter(({ isAsset }) => isAsset).length,
  }
}
