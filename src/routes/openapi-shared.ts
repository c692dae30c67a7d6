import { z } from '@hono/zod-openapi'
import type { RouteConfig } from '@hono/zod-openapi'

import { ERRORS } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'

type RequestBody = NonNullable<NonNullable<RouteConfig['request']>['body']>

/** Scan ids are UUIDs, taken in any case and kept in lower case (decisions 65). */
export const ScanId = z
  .string()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  .transform((id) => id.toLowerCase())
  .openapi({ type: 'string', format: 'uuid', example: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11' })

/** A malformed id is answered as an unknown one: 404 (the default hook does it for path fields). */
export const ScanIdParams = z.object({
  scan_id: ScanId.openapi({ param: { name: 'scan_id', in: 'path' } }),
})

export const ErrorBody = z
  .object({
    error: z.string(),
    code: z.string().openapi({ enum: Object.keys(ERRORS) }),
    request_id: z.string(),
    fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .openapi('Error')

/** Every authenticated route answers these. */
const ALWAYS = [
  'unauthorized',
  'insufficient_scope',
  'rate_limit_exceeded',
  'internal_error',
] as const satisfies readonly ErrorCode[]

/** What a JSON body can be refused for, in the order they are looked for (tables.md §5). */
export const BODY_ERRORS = [
  'payload_too_large',
  'unsupported_media_type',
  'invalid_json',
  'invalid_request',
] as const satisfies readonly ErrorCode[]

/** What a repeated Idempotency-Key can be refused for. */
export const REPEAT_ERRORS = [
  'idempotency_in_progress',
  'idempotency_mismatch',
] as const satisfies readonly ErrorCode[]

type ErrorResponse = {
  description: string
  content: { 'application/json': { schema: typeof ErrorBody } }
}

/** The error answers of a route by status; codes of one status share an entry. */
export function errorResponses(...codes: readonly ErrorCode[]): Record<string, ErrorResponse> {
  return statusTable([...ALWAYS, ...codes])
}

/** The error answers of a route that needs no key. */
export function publicErrorResponses(
  ...codes: readonly ErrorCode[]
): Record<string, ErrorResponse> {
  return statusTable([...codes, 'internal_error'])
}

function statusTable(codes: readonly ErrorCode[]): Record<string, ErrorResponse> {
  const byStatus = Map.groupBy(new Set(codes), (code) => String(ERRORS[code].status))
  const rows = Array.from(byStatus, ([status, group]): [string, ErrorResponse] => [
    status,
    {
      description: group.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join(' '),
      content: { 'application/json': { schema: ErrorBody } },
    },
  ])
  return Object.fromEntries(rows)
}

/**
 * Documents a JSON body without installing the framework's validator, which reads unbounded:
 * the handler calls `readJson` with the same schema.
 */
export function jsonBody(schema: z.ZodType, example?: unknown): RequestBody {
  return {
    required: true,
    content: {
      'application/json': {
        schema: describeSchema(schema),
        ...(example !== undefined && { example }),
      },
    },
  }
}

/** JSON Schema 2020-12 is what OpenAPI 3.1 has for schemas; the copy drops zod's hidden members. */
function describeSchema(schema: z.ZodType): { type: 'object' } {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return JSON.parse(JSON.stringify(described))
}
