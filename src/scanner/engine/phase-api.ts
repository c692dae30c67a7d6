import type { PlannedOperation } from '../api-spec/operation.ts'
import { urlItemOf } from '../crawl/visit.ts'
import { isProbeError } from '../http/exchange.ts'
import { detectTech } from '../tech/detect.ts'
import { pool } from './allowance.ts'
import { cookiesOf } from './beside.ts'
import { requestOfOperation } from './inputs-api.ts'
import { examine } from './passive.ts'
import { UNIT_ENDED } from './outcome.ts'
import type { UnitContext } from './unit-context.ts'
import type { UnitPlan } from './unit.ts'

const REASONS: Readonly<Record<number, string>> = {
  401: 'it was answered with 401: it needs credentials',
  403: 'it was answered with 403: the credentials do not suffice',
  405: 'it was answered with 405: the method is not allowed',
  501: 'it was answered with 501: it is not implemented',
}

/** Asks each described operation once: passive checks read the answer, and it says what is there. */
export async function runOperations(
  context: UnitContext,
  operations: readonly PlannedOperation[],
): Promise<UnitPlan | null> {
  const left = new Set<PlannedOperation>()
  await pool(operations, context.work.maxInFlight, async (operation) => {
    if (!context.hasTime() || !(await visit(context, operation))) left.add(operation)
  })
  const rest = operations.filter((operation) => left.has(operation))
  return rest.length > 0 ? { phase: 'api', operations: rest } : null
}

/** False when the unit ended before the operation was asked. */
async function visit(context: UnitContext, operation: PlannedOperation): Promise<boolean> {
  const { out, work } = context
  const request = requestOfOperation(operation, work.origins.at(-1) ?? '')
  try {
    const exchange = await context.send(request)
    const { status } = exchange.response
    out.api.visited(operation, status, REASONS[status] ?? null)
    out.urls.push(urlItemOf(exchange, 'openapi'))
    for (const name of detectTech(exchange)) out.tech.add(name)
    for (const cookie of cookiesOf(exchange)) {
      out.cookies.set(`${cookie.origin} ${cookie.name}`, cookie)
    }
    await examine(context, exchange)
    return true
  } catch (error) {
    if (!isProbeError(error)) throw error
    if (UNIT_ENDED.includes(error.kind)) return false
    out.api.visited(operation, null, `it got no answer: ${error.kind.replaceAll('_', ' ')}`)
    return true
  }
}
