import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { isProbeError } from '../../scanner/http/exchange.ts'
import { isGuardRefusal } from '../../scanner/http/guard-refusal.ts'
import { redirectTarget } from '../../scanner/http/redirects.ts'
import type { Deps } from '../deps.ts'
import { guardRefused, wrongField } from './target-checks.ts'

export type FetchedSpec = Readonly<{ text: string; location: URL }>

const ACCEPT = 'application/json, application/yaml, */*;q=0.5'
const MOST_REDIRECTS = 5

/**
 * The API description behind a `spec_url`: ≤ LIMITS.openapiBodyBytes in LIMITS.specUrlTimeoutMs, every hop
 * asked of the guard, no credentials. Throws `invalid_request` where the URL may not be asked,
 * `invalid_openapi` where it gives no description.
 */
export async function fetchSpec(deps: Deps, start: string): Promise<FetchedSpec> {
  const signal = AbortSignal.timeout(LIMITS.specUrlTimeoutMs)
  let url = new URL(start)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const exchange = await ask(deps, url, signal)
    const next = redirectTarget(exchange)
    if (next === null) return { text: bodyOf(exchange.response), location: url }
    url = next
  }
  throw notFetched(`it redirects more than ${MOST_REDIRECTS} times`)
}

async function ask(deps: Deps, url: URL, signal: AbortSignal) {
  const headers = new Headers({ accept: ACCEPT, 'user-agent': deps.userAgent })
  const request = { method: 'GET', url, headers }
  try {
    await deps.guard.assertMayConnect(url, 'spec')
    const maxBytes = LIMITS.openapiBodyBytes
    return { request, response: await deps.transport(request, { signal, maxBytes }) }
  } catch (error) {
    if (isGuardRefusal(error)) throw guardRefused(error, wrongField('spec_url'))
    if (!isProbeError(error)) throw error
    throw notFetched(error.kind === 'timeout' ? 'it did not answer in time' : 'it did not answer')
  }
}

function bodyOf({
  status,
  body,
  truncated,
}: Readonly<{ status: number; body: string; truncated: boolean }>): string {
  if (status !== 200) throw notFetched(`it answered with ${status}`)
  if (truncated) throw notFetched(`it is larger than ${LIMITS.openapiBodyBytes} bytes`)
  return body
}

const notFetched = (reason: string): ApiError =>
  new ApiError('invalid_openapi', {
    text: `The API description at spec_url was not read: ${reason}.`,
  })
