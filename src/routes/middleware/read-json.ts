import type { Context } from 'hono'
import type { z } from 'zod'

import type { FieldError } from '../../errors.ts'
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import type { AppEnv } from '../context.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

export type JsonBody<T> = Readonly<{ value: T; text: string }>

/**
 * Reads, bounds, parses and validates a JSON body, in the order of tables.md §5: 413, 415,
 * invalid_json, invalid_request. `text` is the body as sent.
 */
export async function readJson<S extends z.ZodType>(
  c: Context<AppEnv>,
  schema: S,
  { maxBytes = LIMITS.bodyBytes }: Readonly<{ maxBytes?: number }> = {},
): Promise<JsonBody<z.output<S>>> {
  const bytes = await readBody(c, maxBytes)
  if (!JSON_TYPE.test(c.req.header('content-type') ?? '')) {
    throw new ApiError('unsupported_media_type')
  }
  const text = decode(bytes)
  const result = schema.safeParse(parse(text))
  if (!result.success) throw invalidRequest(result.error)
  return { value: result.data, text }
}

/** The body as bytes, read once however often it is asked for; 413 above `maxBytes`. */
export async function readBody(c: Context<AppEnv>, maxBytes: number): Promise<Uint8Array> {
  const bytes = c.get('bodyBytes') ?? (await readBounded(c.req.raw, maxBytes))
  c.set('bodyBytes', bytes)
  return bytes
}

/** A declared length is only a first hint; what is read is bounded whatever it says. */
async function readBounded(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw tooLarge(maxBytes)
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

const tooLarge = (maxBytes: number) =>
  new ApiError('payload_too_large', { text: `The body is larger than ${maxBytes} bytes.` })

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw new ApiError('invalid_json', { text: 'The request body is not valid UTF-8.' })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('invalid_json')
  }
}

/** One row per wrong field; unknown fields are named one by one. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.')
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: 'Unknown field.',
    }))
  })
}

export function invalidRequest(error: z.ZodError): ApiError {
  const fields = fieldErrors(error)
  const [first] = fields
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : ''
  const where = first === undefined || first.path === '' ? '' : ` ${first.path}:`
  const text = first && `The request is not valid.${where} ${first.message}${more}`
  return new ApiError('invalid_request', { fields, ...(text !== undefined && { text }) })
}
