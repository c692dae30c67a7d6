import { LIMITS } from '../../limits.ts'
import { isDangerous } from '../crawl/avoid.ts'
import {
  done,
  nameOfOperation,
  refused,
  type ApiDescription,
  type ApiOperation,
  type Outcome,
  type PlannedOperation,
  type SkippedOperation,
} from './operation.ts'
import { parametersOf } from './parameters.ts'
import type { SpecDocument } from './read-document.ts'
import { makeResolver, type Resolve } from './references.ts'
import { sampleRequest } from './request.ts'
import { basePathOf, serversOf, type Place } from './servers.ts'
import { isTree, memberOf, textOf, treeOf, type Tree } from './values.ts'

/** The members of a path item that are operations, in the order of the standard. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
/** Those that are sent; reading ones, and those that a form of the API would be sent by. */
const SENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'])
/** Judged as a form is: what they change is what the description says may be changed. */
const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Of its name; the request has its own path. */
const MOST_PATH_CHARS = 300
const MOST_ID_CHARS = 100

const REASONS = {
  delete: 'DELETE is never sent',
  method: 'this method is never sent',
  danger: 'its name says that it may delete, pay, send something or end a session',
  twice: 'it is described twice',
  room: 'the requests of the description are too large together',
} as const

type Found = Readonly<{ operation: ApiOperation; item: Tree; own: Tree; reason: string | null }>

/**
 * The operations of a description with a valid request for each, and those that are left out, with the
 * reason (engines.md §8). Bounded by LIMITS.apiOperations; the same document gives the same answer.
 */
export function describeApi(document: SpecDocument, place: Place): Outcome<ApiDescription> {
  const resolve = makeResolver(document.root)
  const base = basePathOf(serversOf(document, document.root), place)
  if (!base.ok) return base
  const found = operationsIn(document, place, base.value, resolve)
  if (found === null) {
    return refused(`It describes more than ${LIMITS.apiOperations} operations.`)
  }
  if (found.length === 0) return refused('It describes no operations.')
  return done(planned(document, found, resolve))
}

function operationsIn(
  document: SpecDocument,
  place: Place,
  base: string,
  resolve: Resolve,
): readonly Found[] | null {
  const found: Found[] = []
  for (const [template, given] of Object.entries(treeOf(document.root['paths']))) {
    const item = resolve(given)
    for (const name of METHODS) {
      const own = memberOf(item, name)
      if (!isTree(own) || !template.startsWith('/')) continue
      if (found.length >= LIMITS.apiOperations) return null
      const servers = [own, item].map((holder) =>
        document.version === '2.0' ? [] : serversOf(document, holder),
      )
      const nearest = servers.find((list) => list.length > 0)
      const ownBase = nearest === undefined ? done(base) : basePathOf(nearest, place)
      const operation = {
        method: name.toUpperCase(),
        path: ((ownBase.ok ? ownBase.value : base) + template).slice(0, MOST_PATH_CHARS),
        operation_id: textOf(own['operationId'])?.slice(0, MOST_ID_CHARS) ?? null,
      }
      found.push({ operation, item, own, reason: ownBase.ok ? null : ownBase.reason })
    }
  }
  return found
}

function planned(
  document: SpecDocument,
  found: readonly Found[],
  resolve: Resolve,
): ApiDescription {
  const operations: PlannedOperation[] = []
  const skipped: SkippedOperation[] = []
  const names = new Set<string>()
  let chars = 0
  for (const { operation, item, own, reason } of found) {
    const name = nameOfOperation(operation)
    const against = reason ?? whyNotSent(operation, own) ?? (names.has(name) ? REASONS.twice : null)
    names.add(name)
    if (against !== null) {
      skipped.push({ ...operation, reason: against })
      continue
    }
    const { version } = document
    const parameters = parametersOf(item, own, resolve)
    const template = { ...operation, version, resolve, operation: withConsumes(document, own) }
    const request = sampleRequest({ ...template, parameters })
    const size = request.ok ? JSON.stringify(request.value).length : 0
    if (!request.ok) skipped.push({ ...operation, reason: request.reason })
    else if (chars + size > LIMITS.apiPlanChars)
      skipped.push({ ...operation, reason: REASONS.room })
    else if (isDangerousAddress(operation.method, request.value.address))
      skipped.push({ ...operation, reason: REASONS.danger })
    else {
      chars += size
      operations.push({ ...operation, request: request.value })
    }
  }
  return { operations, skipped }
}

/** Media types that an operation of 2.0 takes from the document. */
const withConsumes = ({ root }: SpecDocument, own: Tree): Tree => ({
  consumes: root['consumes'],
  ...own,
})

function whyNotSent({ method, path, operation_id }: ApiOperation, own: Tree): string | null {
  if (method === 'DELETE') return REASONS.delete
  if (!SENT.has(method)) return REASONS.method
  const texts = [operation_id ?? '', textOf(own['summary']) ?? '']
  const url = URL.parse(path, ORIGIN)
  if (url === null) return null
  return texts.some((text) => isDangerous(judgedAs(method), url, text)) ? REASONS.danger : null
}

const ORIGIN = 'http://target.invalid'
const judgedAs = (method: string): string => (CHANGING.has(method) ? 'POST' : method)

/** With its values filled in: a query may choose an action. */
const isDangerousAddress = (method: string, address: string): boolean => {
  const url = URL.parse(ORIGIN + address)
  return url !== null && isDangerous(judgedAs(method), url)
}
