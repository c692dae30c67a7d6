import type { Location } from '../../report/finding.ts'
import { pathTemplate } from '../../report/path-template.ts'
import { LIMITS } from '../../limits.ts'
import type { CheckMeta, Sighting } from '../checks/check.ts'
import { makeMask, secretsOfExchange, type Mask } from '../http/mask.ts'
import { curlOf, renderRequest, renderResponse } from '../http/raw.ts'
import type { Hit } from './unit.ts'

/** Where a sighting is filed: the recorded request without the payload. */
export type Place = Readonly<{ url: URL; method: string; location: Location; parameter: string }>

/** Makes a sighting plain: masked, bounded, with its recorded request and response as text. */
export function toHit(meta: CheckMeta, sighting: Sighting, place: Place, scanMask: Mask): Hit {
  const { exchange, match, note } = sighting.evidence
  const ownMask = makeMask(secretsOfExchange(exchange))
  const mask: Mask = (text) => ownMask(scanMask(text))
  const shownMatch = match === null ? null : mask(match).slice(0, LIMITS.evidenceChars)
  return {
    check_id: meta.id,
    origin: place.url.origin,
    url: mask(place.url.href),
    path_template: pathTemplate(place.url.pathname),
    method: place.method,
    location: place.location,
    parameter: place.parameter,
    discriminator: sighting.discriminator ?? '',
    confidence: sighting.confidence,
    reason: sighting.reason,
    cvss: sighting.cvss ?? null,
    match: shownMatch,
    note: mask(note).slice(0, LIMITS.evidenceChars),
    request: renderRequest(exchange.request, mask),
    response: renderResponse(exchange.response, mask, {
      match: shownMatch,
      maxChars: LIMITS.storedMessageChars,
    }),
    curl: curlOf(exchange.request, mask),
  }
}

/** A further instance of an issue whose evidence is kept elsewhere: the place alone. */
export const withoutMessages = (hit: Hit): Hit => ({ ...hit, request: '', response: '', curl: '' })
