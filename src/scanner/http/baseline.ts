import type { Baseline } from '../checks/check.ts'
import { isBlocked } from './blocked.ts'
import { makeComparer } from './compare.ts'
import type { HttpRequest, Send } from './exchange.ts'

/** Answers less alike than this differ too much by themselves for a differential to mean anything. */
const STABLE_FROM = 0.98

/** Asks the unchanged request twice. */
export async function takeBaseline(send: Send, request: HttpRequest): Promise<Baseline> {
  const first = await send(request)
  const second = await send(request)
  return { first, second }
}

/** Whether two answers to the same request are alike, once what changes by itself is left out; errors are not. */
export const isStable = (baseline: Baseline): boolean =>
  baseline.first.response.status === baseline.second.response.status &&
  baseline.first.response.status < 500 &&
  !isBlocked(baseline.first) &&
  !isBlocked(baseline.second) &&
  makeComparer(baseline).self >= STABLE_FROM
