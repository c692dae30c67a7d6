import type { Auth } from '../../accounts/account.ts'
import { ApiError } from '../../errors.ts'
import { describeApi } from '../../scanner/api-spec/describe.ts'
import { nameOfOperation, type ApiDescription } from '../../scanner/api-spec/operation.ts'
import { readDocument, type SpecDocument } from '../../scanner/api-spec/read-document.ts'
import { namedTarget } from '../../scanner/api-spec/servers.ts'
import type { Deps } from '../deps.ts'
import { fetchSpec } from './fetch-spec.ts'
import type { StartOptions } from './start-options.ts'
import { startScan, type StartContext } from './start.ts'
import { checkOtherHosts, checkTarget, wrongField } from './target-checks.ts'

/** A valid request: exactly one of `spec` and `specUrl`; without a target its servers name it. */
export type FromOpenApiInput = Readonly<{
  target: string | null
  spec: unknown
  specUrl: string | null
  options: StartOptions
}>

export type FromOpenApiOutcome =
  | Readonly<{ kind: 'started'; scanId: string; description: ApiDescription }>
  | Readonly<{ kind: 'replayed'; body: string }>

/**
 * Starts an api scan of the operations that a description describes (decisions 38). Order and codes of
 * tables.md §5, but that a target which only the description names is judged after it.
 */
export async function startFromOpenApi(
  deps: Deps,
  auth: Auth,
  input: FromOpenApiInput,
  context: Omit<StartContext, 'dedup' | 'api'>,
): Promise<FromOpenApiOutcome> {
  const options = { ...input.options, scanType: 'api' } as const
  if (input.target !== null) {
    const url = await checkTarget(deps, auth, { ...options, target: input.target })
    await checkOtherHosts(deps, auth, options, url)
  }
  const { document, location } = await readSpec(deps, input)
  const target = input.target ?? targetIn(document, location)
  const url = await checkTarget(deps, auth, { ...options, target })
  const description = describe(document, { target: url, location })
  const outcome = await startScan(
    deps,
    auth,
    { ...options, target },
    { ...context, dedup: false, api: description },
  )
  if (outcome.kind === 'replayed') return outcome
  return { kind: 'started', scanId: outcome.scanId, description }
}

type Spec = Readonly<{ document: SpecDocument; location: URL | null }>

async function readSpec(deps: Deps, { spec, specUrl }: FromOpenApiInput): Promise<Spec> {
  const fetched = specUrl === null ? null : await fetchSpec(deps, specUrl)
  const document = readDocument(fetched?.text ?? spec)
  if (!document.ok) throw unusable(document.reason)
  return { document: document.value, location: fetched?.location ?? null }
}

function targetIn(document: SpecDocument, location: URL | null): string {
  const named = namedTarget(document, location)
  if (named !== null) return named.href
  throw wrongField('target_url')('Required: the description names no absolute server.')
}

function describe(
  document: SpecDocument,
  place: Readonly<{ target: URL; location: URL | null }>,
): ApiDescription {
  const outcome = describeApi(document, place)
  if (!outcome.ok) throw unusable(outcome.reason)
  const { operations, skipped } = outcome.value
  const [first] = skipped
  if (operations.length > 0 || first === undefined) return outcome.value
  throw unusable(
    `None of its operations can be tested; ${nameOfOperation(first)}: ${first.reason}.`,
  )
}

const unusable = (reason: string): ApiError =>
  new ApiError('invalid_openapi', { text: `The API description cannot be used. ${reason}` })
