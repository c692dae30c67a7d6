/** One operation of an API description: what it is called there. */
export type ApiOperation = Readonly<{
  /** Upper case. */
  method: string
  /** With the base path of its server, parameters as `{name}`: `/v1/users/{id}`. */
  path: string
  operation_id: string | null
}>

/** A valid request of an operation as plain data, bounded by LIMITS.apiRequestChars. */
export type ApiRequest = Readonly<{
  /** Path and query below the origin of the target. */
  address: string
  headers: Readonly<Record<string, string>>
  body: string | null
  contentType: string | null
  /** Names and values of a form or multipart body; empty for other bodies. */
  fields: readonly Readonly<{ name: string; value: string }>[]
  /** Which segments of the path are parameters, counted from 1. */
  segments: readonly number[]
  /** Names in `headers`, and of cookies in them, that the description calls parameters. */
  headerNames: readonly string[]
  cookieNames: readonly string[]
}>

export type PlannedOperation = ApiOperation & Readonly<{ request: ApiRequest }>
export type SkippedOperation = ApiOperation & Readonly<{ reason: string }>

/** What a scan makes of a description: what it sends, and what it does not and why. */
export type ApiDescription = Readonly<{
  operations: readonly PlannedOperation[]
  skipped: readonly SkippedOperation[]
}>

/** `GET /v1/users/{id}`: names an operation in answers and reports. */
export const nameOfOperation = ({ method, path }: Pick<ApiOperation, 'method' | 'path'>): string =>
  `${method} ${path}`

/** `reason` is one sentence for a person. */
export type Outcome<T> = Readonly<{ ok: true; value: T }> | Readonly<{ ok: false; reason: string }>
export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const refused = (reason: string) => ({ ok: false, reason }) as const
