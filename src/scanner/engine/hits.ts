import type { Location } from '../../report/finding.ts'
import { pathTemplate } from '../../report/path-template.ts'
import { LIMITS } from '../../limits.ts'
import type { CheckMeta, InputKind, Sighting } from '../checks/check.ts'
import type { Exchange } from '../http/exchange.ts'
import { makeMask, secretsOfExchange, type Mask } from '../http/mask.ts'
import { curlOf, renderRequest, renderResponse } from '../http/raw.ts'
import type { Identity } from './findings-key.ts'
import { keepPlace, type PlaceSeen } from './kept-place.ts'
import type { Hit } from './unit.ts'

/** Where a sighting is filed: the recorded request without the payload. */
export type FiledAt = Readonly<{
  url: URL
  method: string
  location: Location
  parameter: string
  /** What a re-test would ask again. */
  seen?: PlaceSeen
}>

/** Bodies of all encodings are `form`, but for JSON, in the words of the API. */
export const LOCATION = {
  query: 'query',
  form: 'form',
  multipart: 'form',
  json: 'json',
  xml: 'form',
  path: 'path',
  cookie: 'cookie',
  header: 'header',
} as const satisfies Record<InputKind, Location>

export const identityOf = (meta: CheckMeta, sighting: Sighting, place: FiledAt): Identity => ({
  check_id: meta.id,
  ...placeOfUrl(place.url),
  method: place.method,
  location: place.location,
  parameter: place.parameter,
  discriminator: sighting.discriminator ?? '',
})

type UrlPlace = Pick<Identity, 'origin' | 'path_template'>
const places = new WeakMap<URL, UrlPlace>()

/** One page has many sightings, and its address is taken apart once. Recorded addresses never change. */
function placeOfUrl(url: URL): UrlPlace {
  const known = places.get(url)
  if (known !== undefined) return known
  const place = { origin: url.origin, path_template: pathTemplate(url.pathname) }
  places.set(url, place)
  return place
}

/** Makes a sighting plain: masked, bounded, with its recorded request and response as text. */
export function toHit(meta: CheckMeta, sighting: Sighting, place: FiledAt, scanMask: Mask): Hit {
  const { exchange } = sighting.evidence
  const mask = maskOf(exchange, scanMask, sighting.secrets)
  const hit = bareHit(identityOf(meta, sighting, place), sighting, place, mask)
  const kept = place.seen === undefined ? null : keepPlace(place.seen, mask)
  return {
    ...hit,
    ...(kept && { place: kept }),
    request: renderRequest(exchange.request, mask),
    response: renderResponse(exchange.response, mask, {
      match: hit.match,
      maxChars: LIMITS.storedMessageChars,
    }),
    curl: curlOf(exchange.request, mask),
  }
}

/** A further instance of an issue whose evidence is kept elsewhere: the place alone. */
export const toInstance = (
  identity: Identity,
  sighting: Sighting,
  place: FiledAt,
  scanMask: Mask,
): Hit =>
  bareHit(identity, sighting, place, maskOf(sighting.evidence.exchange, scanMask, sighting.secrets))

const masks = new WeakMap<Exchange, Mask>()

function maskOf(exchange: Exchange, scanMask: Mask, found: readonly string[] = []): Mask {
  const ownMask =
    found.length === 0
      ? maskOfExchange(exchange)
      : makeMask([...secretsOfExchange(exchange), ...found])
  return (text) => ownMask(scanMask(text))
}

/** Made once for all that is seen in an exchange: it reads many headers. */
function maskOfExchange(exchange: Exchange): Mask {
  const known = masks.get(exchange)
  if (known !== undefined) return known
  const mask = makeMask(secretsOfExchange(exchange))
  masks.set(exchange, mask)
  return mask
}

function bareHit(identity: Identity, sighting: Sighting, place: FiledAt, mask: Mask): Hit {
  const { match, note } = sighting.evidence
  return {
    ...identity,
    url: mask(place.url.href),
    confidence: sighting.confidence,
    reason: sighting.reason,
    cvss: sighting.cvss ?? null,
    cwe: sighting.cwe ?? null,
    match: match === null ? null : mask(match).slice(0, LIMITS.evidenceChars),
    note: mask(note).slice(0, LIMITS.evidenceChars),
    request: '',
    response: '',
    curl: '',
  }
}
