import { fingerprint } from '../../report/fingerprint.ts'
import { cvssScore } from '../../report/cvss.ts'
import { compareText } from '../../report/order.ts'
import { confidenceRank } from '../../report/severity.ts'
import type { CheckMeta } from '../checks/check.ts'
import type { Hit } from './unit.ts'

type Key = Pick<CheckMeta, 'oncePer'>

/** Parts of the fingerprint that stay blank, so that all places of an origin or a path are one. */
const BLANK = {
  origin: { path_template: '', method: '', parameter: '' },
  path: { parameter: '' },
  input: {},
} as const satisfies Record<CheckMeta['oncePer'], Partial<Hit>>

/** What the fingerprint is made of. */
export type Identity = Pick<
  Hit,
  'check_id' | 'origin' | 'path_template' | 'method' | 'location' | 'parameter' | 'discriminator'
>

/** The same for all sightings of one issue. */
export const issueOf = (hit: Identity, meta: Key): Identity => ({ ...hit, ...BLANK[meta.oncePer] })

/** The fingerprint of the issue that this hit is a sighting of (tables.md §2). */
export const hitKey = (hit: Identity, meta: Key): string => fingerprint(issueOf(hit, meta))

/** All sightings of one issue; the first is the one to show. */
export type HitGroup = Readonly<{ fingerprint: string; best: Hit; all: readonly Hit[] }>

/** The check's hits by issue. Neither the groups nor their order depend on the order of the hits. */
export function groupHits(meta: CheckMeta, hits: readonly Hit[]): readonly HitGroup[] {
  const groups = new Map<string, Hit[]>()
  for (const hit of hits) {
    if (hit.check_id !== meta.id) continue
    const key = hitKey(hit, meta)
    const group = groups.get(key)
    if (group) group.push(hit)
    else groups.set(key, [hit])
  }
  return [...groups]
    .toSorted(([a], [b]) => compareText(a, b))
    .flatMap(([key, group]) => {
      const all = group.toSorted((a, b) => byStrength(a, b, meta))
      return all.slice(0, 1).map((best) => ({ fingerprint: key, best, all }))
    })
}

/** The best proof first, then those that kept their messages, then the smallest place. */
const byStrength = (a: Hit, b: Hit, meta: CheckMeta): number =>
  confidenceRank(a.confidence) - confidenceRank(b.confidence) ||
  Number(a.request === '') - Number(b.request === '') ||
  compareText(a.url, b.url) ||
  compareText(a.parameter, b.parameter) ||
  scoreOf(b, meta) - scoreOf(a, meta) ||
  compareText(JSON.stringify(a), JSON.stringify(b))

/** The sighting's own grade where the check gives one, else the check's. */
export const scoreOf = (hit: Hit, meta: Pick<CheckMeta, 'cvss'>): number =>
  cvssScore(hit.cvss ?? meta.cvss)
