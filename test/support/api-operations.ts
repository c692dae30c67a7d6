import { z } from 'zod'

const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        schema: z.unknown(),
      }),
    )
    .default([]),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) })
    .optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
})
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const Document = z.looseObject({
  openapi: z.string().startsWith('3.1'),
  paths: z.record(z.string(), z.partialRecord(z.enum(METHODS), Operation)),
})

export type Operation = Readonly<{
  method: string
  path: string
  id: string
  /** Null where no key is needed. */
  scope: string | null
  /** What it says of each status: the codes stand in it between backticks. */
  answers: ReadonlyMap<string, string>
  definition: z.infer<typeof Operation>
}>

/** Every operation of an OpenAPI 3.1 document. */
export const operationsOf = (document: unknown): readonly Operation[] =>
  Object.entries(Document.parse(document).paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const definition = item[method]
      if (definition === undefined) return []
      const { operationId: id, responses, security } = definition
      const answers = new Map(
        Object.entries(responses).map(([status, { description }]) => [status, description]),
      )
      const [scope = null] = security.flatMap((way) => way['ApiKey'] ?? [])
      return [{ method: method.toUpperCase(), path, id, scope, answers, definition }]
    }),
  )

/** What ids are of. */
export const KINDS = [
  'scan',
  'job',
  'batch',
  'schedule',
  'key',
  'asset',
  'issue',
  'finding',
  'report',
] as const
export type Kind = (typeof KINDS)[number]

const KIND_OF: Readonly<Record<string, Kind>> = {
  scan_id: 'scan',
  id1: 'scan',
  id2: 'scan',
  job_id: 'job',
  batch_id: 'batch',
  fingerprint: 'issue',
  finding_id: 'finding',
  report_id: 'report',
}
const KIND_OF_ID: readonly (readonly [RegExp, Kind])[] = [
  [/^\/api\/schedule/, 'schedule'],
  [/^\/api\/keys\//, 'key'],
  [/^\/api\/assets\//, 'asset'],
]

/** What a field of the path or the query names; null where it names nothing of an account. */
export const kindOf = (path: string, name: string): Kind | null =>
  name === 'id'
    ? (KIND_OF_ID.find(([pattern]) => pattern.test(path))?.[1] ?? null)
    : (KIND_OF[name] ?? null)
