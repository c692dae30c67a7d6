import { isDangerous } from '../crawl/avoid.ts'
import { extractForms } from '../crawl/forms.ts'
import { scriptRequests } from '../crawl/script-requests.ts'
import { urlItemOf } from '../crawl/visit.ts'
import { isProbeError, NO_HEADERS, type Exchange, type HttpRequest } from '../http/exchange.ts'
import { cookiesOf } from './beside.ts'
import { toInput } from './inputs-place.ts'
import { pointKey, pointsOfBody, pointsOfForm } from './inputs.ts'
import { examine } from './passive.ts'
import { UNIT_ENDED } from './outcome.ts'
import type { UnitContext } from './unit-context.ts'
import type { KeptPlace, Point, ReadPlan, SeenAt } from './unit.ts'

const SOURCE = 'retest'
const GONE: ReadonlySet<number> = new Set([404, 410])

/**
 * Asks for the place of a finding again. A check that is silent where the request is not let through
 * any more proves nothing: then it is not tested, and the reason says so.
 */
export async function runRead(context: UnitContext, plan: ReadPlan): Promise<ReadPlan | null> {
  const { out } = context
  try {
    const reason = await read(context, plan)
    if (reason !== null) out.tallies.untested(plan.check, reason)
    return null
  } catch (error) {
    if (!isProbeError(error)) throw error
    if (UNIT_ENDED.includes(error.kind)) return plan
    out.tallies.untested(plan.check, error.kind)
    return null
  }
}

/** Why the place cannot be tested, or null. */
async function read(context: UnitContext, { place, check }: ReadPlan): Promise<string | null> {
  const { out } = context
  const seenAt = await asItIsNow(context, place)
  if (seenAt === null) return 'masked'
  const exchange = await context.send(requestAt(seenAt))
  out.urls.push(urlItemOf(exchange, SOURCE))
  const { status } = exchange.response
  if (!saysSomething(status, place.status)) {
    return `its place answers with ${status} now, not with ${place.status}`
  }
  if (seenAt.kind === 'input' && seenAt.shownAt !== null) {
    const shown = await context.send(getOf(seenAt.shownAt))
    out.urls.push(urlItemOf(shown, SOURCE))
    const { status: now } = shown.response
    if (!saysSomething(now, OK)) return `the page that showed it answers with ${now}`
  }
  out.again = seenAt
  if (seenAt.kind !== 'answer') return null
  await examine(context, exchange)
  // What the check has nothing to read in is without the weakness.
  if (out.tallies.all().length === 0) out.tallies.ran(check)
  return null
}

const OK = 200

/** An error or a redirect where there was none may be a wall, a login, a token that ran out. */
const saysSomething = (now: number, then: number): boolean =>
  now === then || now < 300 || GONE.has(now)

const getOf = (url: string): HttpRequest => ({
  method: 'GET',
  url: new URL(url),
  headers: NO_HEADERS,
})

function requestAt(seenAt: SeenAt): HttpRequest {
  switch (seenAt.kind) {
    case 'origin':
      return getOf(seenAt.origin)
    case 'page':
      return getOf(seenAt.place.url)
    case 'input':
      return toInput(seenAt.point).request
    case 'answer': {
      const { method, url, body, contentType } = seenAt
      const headers = new Headers(contentType === null ? {} : { 'content-type': contentType })
      return { method, url: new URL(url), headers, ...(body !== null && { body }) }
    }
  }
}

/**
 * The place with the values that its page holds now: tokens of forms run out, and what was hidden is
 * not known any more. Null where that leaves a hidden value.
 */
async function asItIsNow(
  context: UnitContext,
  { seenAt, isMasked }: KeptPlace,
): Promise<SeenAt | null> {
  const known = isMasked ? null : seenAt
  if (seenAt.kind !== 'input') return known
  const { point } = seenAt
  const isOfPage = point.operation === undefined && (point.body !== null || point.kind === 'cookie')
  if (!isOfPage) return known
  const page = await pageOfPoint(context, point)
  const fresh = page === null ? null : freshPoint(page, point)
  return fresh === null ? known : { ...seenAt, point: fresh }
}

async function pageOfPoint(context: UnitContext, { url }: Point): Promise<Exchange | null> {
  if (isDangerous('GET', new URL(url))) return null
  try {
    return await context.send(getOf(url))
  } catch (error) {
    if (!isProbeError(error) || UNIT_ENDED.includes(error.kind)) throw error
    return null
  }
}

/** The same insertion point as the page offers it now. */
function freshPoint(page: Exchange, point: Point): Point | null {
  if (point.kind === 'cookie') {
    const cookie = cookiesOf(page).find(({ name }) => name === point.name)
    return cookie === undefined ? null : { ...point, value: cookie.value }
  }
  const key = pointKey(point)
  const offered = [
    ...extractForms(page).flatMap((form) => pointsOfForm(form)),
    ...scriptRequests(page).flatMap((request) => pointsOfBody(request)),
  ]
  return offered.find((other) => pointKey(other) === key) ?? null
}
