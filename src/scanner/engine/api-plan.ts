import type { ApiOperationItem, ApiResults } from '../../report/report.ts'
import { nameOfOperation, type PlannedOperation } from '../api-spec/operation.ts'
import { isDangerous } from '../crawl/avoid.ts'
import { compareText } from '../crawl/urls.ts'
import type { ApiSeen, Visit } from './api-seen.ts'
import { pointsOfOperation } from './inputs-api.ts'
import type { Place, Point } from './unit.ts'

/** Parts of a scan that noted something of an API; others, and old ones, have no such member. */
type Parts = readonly Readonly<{ api?: ApiSeen }>[]

const seenIn = (parts: Parts): readonly ApiSeen[] => parts.flatMap(({ api }) => api ?? [])

/** Every described operation once, the first description of it, in the order of their names. */
export function describedOperations(parts: Parts): readonly PlannedOperation[] {
  const byName = new Map<string, PlannedOperation>()
  for (const { description } of seenIn(parts).flatMap(({ described }) => described)) {
    for (const operation of description.operations) {
      const name = nameOfOperation(operation)
      if (!byName.has(name)) byName.set(name, operation)
    }
  }
  return [...byName.values()].toSorted(byPath)
}

const byPath = (
  a: Readonly<{ path: string; method: string }>,
  b: Readonly<{ path: string; method: string }>,
): number => compareText(a.path, b.path) || compareText(a.method, b.method)

const visitsIn = (parts: Parts): ReadonlyMap<string, Visit> =>
  new Map(seenIn(parts).flatMap(({ visits }) => visits.map((each) => [each.operation, each])))

/** The insertion points of the operations that were answered as if they could be used. */
export function apiPoints(parts: Parts, origin: string): readonly Point[] {
  const visits = visitsIn(parts)
  return describedOperations(parts)
    .filter((operation) => visits.get(nameOfOperation(operation))?.reason === null)
    .flatMap((operation) => pointsOfOperation(operation, origin))
}

/**
 * The places with what the description says of them, and the paths it names that nobody has visited. A
 * path with an operation that is never sent is left out: a server may not look at the method.
 */
export function describedPlaces(
  parts: Parts,
  origin: string,
  places: readonly Place[],
): readonly Place[] {
  const skipped = new Set(
    seenIn(parts).flatMap(({ described }) =>
      described.flatMap(({ description }) => description.skipped.map(({ path }) => path)),
    ),
  )
  const operations = describedOperations(parts)
  const methods = Map.groupBy(operations, ({ path }) => path)
  const byUrl = new Map(places.map((place) => [place.url, place]))
  for (const [path, group] of methods) {
    const [first] = group
    const address = first?.request.address.split('?', 1)[0]
    if (address === undefined || skipped.has(path)) continue
    const url = origin + address
    if (isDangerous('GET', new URL(url))) continue
    const documented = group.map(({ method }) => method).toSorted()
    const known = byUrl.get(url) ?? { url, isFolder: false, status: null, contentType: null }
    byUrl.set(url, { ...known, documented })
  }
  return [...byUrl.values()]
}

const NOT_REACHED = 'the scan ended before it'
const CUT_SHORT = 'the scan ended before its inputs were tested'

/** What was tested of an API and what not, for the report. */
export function apiResults(parts: Parts, isPartial: boolean): ApiResults {
  const seen = seenIn(parts)
  const visits = visitsIn(parts)
  const requestsOf = (name: string): number =>
    seen.reduce((sum, { sent }) => sum + (sent[name] ?? 0), 0)
  const tested = describedOperations(parts).map((operation): ApiOperationItem => {
    const name = nameOfOperation(operation)
    const visit = visits.get(name)
    const requests = requestsOf(name)
    const isCut = isPartial && requests <= 1 && pointsOfOperation(operation, 'http://a').length > 0
    const reason = visit === undefined ? NOT_REACHED : (visit.reason ?? (isCut ? CUT_SHORT : null))
    const { method, path, operation_id } = operation
    const status = visit?.status ?? null
    return { method, path, operation_id, tested: reason === null, status, requests, reason }
  })
  const names = new Set(tested.map(nameOfOperation))
  const skipped = new Map(
    seen
      .flatMap(({ described }) => described.flatMap(({ description }) => description.skipped))
      .filter((operation) => !names.has(nameOfOperation(operation)))
      .map((operation) => [nameOfOperation(operation), operation]),
  )
  const untested = [...skipped.values()].map((operation): ApiOperationItem => ({
    ...operation,
    tested: false,
    status: null,
    requests: 0,
  }))
  return {
    descriptions: seen
      .flatMap(({ described }) => described)
      .map(({ url, reason, description }) => ({
        url,
        operations: description.operations.length + description.skipped.length,
        reason,
      }))
      .toSorted((a, b) => compareText(a.url ?? '', b.url ?? '')),
    operations: [...tested, ...untested].toSorted(byPath),
  }
}
