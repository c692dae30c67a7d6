import type { Context } from 'hono'

import type { ApiErrorDetails, ErrorCode } from '../errors.ts'
import { ApiError, ERRORS, isApiError } from '../errors.ts'
import { log as platformLog } from '../runtime.ts'
import type { AppEnv } from './context.ts'

const PROBLEM_TYPE = 'application/problem+json'
const STACK_FRAMES = 8

/** Maps whatever was thrown to `{error, code, request_id, …}`; RFC 9457 members when asked for. */
export function answerError(error: Error, c: Context<AppEnv>): Response {
  const known = isApiError(error) ? error : hideUnexpected(error, c)
  const { status } = ERRORS[known.code]
  setErrorHeaders(c, known.code, known.details)
  const plain = {
    error: known.message,
    code: known.code,
    request_id: c.get('requestId'),
    ...(known.details.fields && { fields: known.details.fields }),
    ...known.details.extra,
  }
  if (!c.req.header('accept')?.includes(PROBLEM_TYPE)) return c.json(plain, status)
  const problem = {
    ...plain,
    type: new URL(`/errors/${known.code}`, c.req.url).href,
    title: ERRORS[known.code].text,
    status,
    detail: known.message,
    instance: c.req.path,
  }
  return c.body(JSON.stringify(problem), status, { 'content-type': PROBLEM_TYPE })
}

function setErrorHeaders(c: Context<AppEnv>, code: ErrorCode, details: ApiErrorDetails): void {
  if (details.retryAfterS !== undefined) c.header('Retry-After', String(details.retryAfterS))
  if (details.allow) c.header('Allow', details.allow.join(', '))
  if (code === 'unauthorized') {
    c.header('WWW-Authenticate', 'ApiKey realm="palisade", header="X-Service-Key"')
  }
}

function hideUnexpected(error: Error, c: Context<AppEnv>): ApiError {
  platformLog('request_failed', {
    request_id: c.get('requestId'),
    method: c.req.method,
    path: c.req.path,
    ...describe(error),
  })
  return new ApiError('internal_error')
}

/** Only first lines: the following ones of a database error hold the values of the statement. */
function describe(error: Error): Record<string, string> {
  const cause = error.cause instanceof Error ? { cause: firstLine(error.cause) } : {}
  return { error: firstLine(error), ...cause, stack: framesOf(error) }
}

const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, STACK_FRAMES)
    .join('\n')

const firstLine = (error: Error): string =>
  `${error.name}: ${error.message.split('\n', 1)[0]?.slice(0, 300) ?? ''}`
