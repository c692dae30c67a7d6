import { rowId } from '../../report/fingerprint.ts'
import { LIMITS } from '../../limits.ts'
import type { CheckMeta } from '../checks/check.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Mask } from '../http/mask.ts'
import { groupHits } from './findings-key.ts'
import type { Hit, KeptPlace, SeenAt } from './unit.ts'

/** The places of a scan's findings by the id of their row. */
export type KeptPlaces = Readonly<Record<string, KeptPlace>>
export type PlaceSeen = Pick<KeptPlace, 'seenAt' | 'status'>

/** Names of the engine's own: no secret is ever one of these fields. */
const OWN_WORDS: ReadonlySet<string> = new Set(['kind', 'method'])

/** The place as it may be kept; null when it is larger than LIMITS.keptPlaceChars. */
export function keepPlace({ seenAt, status }: PlaceSeen, mask: Mask): KeptPlace | null {
  const masked = JSON.stringify(seenAt, (key, value: unknown) =>
    typeof value === 'string' && !OWN_WORDS.has(key) ? mask(value) : value,
  )
  if (masked.length > LIMITS.keptPlaceChars) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same shape, texts masked
  const kept = JSON.parse(masked) as SeenAt
  return { seenAt: kept, status, isMasked: masked !== JSON.stringify(seenAt) }
}

/** Where a passive check read: the request of that answer, without the headers that every request has. */
export function answerSeen({ request, response }: Exchange): PlaceSeen {
  const { method, url, body = null, headers } = request
  const contentType = body === null ? null : headers.get('content-type')
  return {
    seenAt: { kind: 'answer', method, url: url.href, body, contentType },
    status: response.status,
  }
}

/** One place for each finding, that of the sighting it shows where that has one. */
export function placesOfFindings(hits: readonly Hit[], checks: readonly CheckMeta[]): KeptPlaces {
  const kept = hits.filter((hit) => hit.place !== undefined)
  return Object.fromEntries(
    checks.flatMap((meta) =>
      groupHits(meta, kept).flatMap(({ fingerprint, best }) =>
        best.place === undefined ? [] : [[rowId(fingerprint), best.place]],
      ),
    ),
  )
}
