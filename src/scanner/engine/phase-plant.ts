import { isProbeError } from '../http/exchange.ts'
import { pageUrl } from '../crawl/urls.ts'
import { pool } from './allowance.ts'
import { toInput } from './inputs-place.ts'
import { UNIT_ENDED } from './outcome.ts'
import type { UnitContext } from './unit-context.ts'
import type { Point, UnitPlan } from './unit.ts'

/** Sends every point a word of its own, and keeps which went where. */
export async function runPlants(
  context: UnitContext,
  points: readonly Point[],
  checks: readonly string[],
): Promise<UnitPlan | null> {
  const left: Point[] = []
  await pool(points, context.work.maxInFlight, async (point) => {
    if (!context.hasTime() || !(await plant(context, point, checks))) left.push(point)
  })
  // In the order of the plan, whatever order the answers came in.
  const rest = points.filter((point) => left.includes(point))
  return rest.length > 0 ? { phase: 'plant', points: rest, checks } : null
}

/** False when the unit ended before the word was sent. */
async function plant(
  context: UnitContext,
  point: Point,
  checks: readonly string[],
): Promise<boolean> {
  const { out, scope } = context
  const word = context.nonce()
  try {
    const { request, response } = await context.send(toInput(point).with(word))
    out.api.sent(point, 1)
    out.planted.push({ word, point })
    const location = response.headers.get('location')
    const landed = location === null ? null : pageUrl(location, request.url)
    if (landed !== null && scope.isInScope(landed) && !landed.href.includes(word)) {
      out.landed.add(landed.href)
    }
    for (const id of checks) out.tallies.ran(id, { requests: 1, elapsedMs: 0 })
    return true
  } catch (error) {
    if (!isProbeError(error)) throw error
    if (UNIT_ENDED.includes(error.kind)) return false
    for (const id of checks) out.tallies.untested(id, error.kind)
    return true
  }
}
