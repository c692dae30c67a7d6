import type { ApiOperation, Scan } from '../wire.ts'
import { clean, wrap } from './text.ts'

const MOST_SHOWN = 20

/** What was tested of an API; each operation that was not, with its reason. */
export function apiLines({ results }: Scan, columns: number): string[] {
  if (!results?.api) return []
  const { descriptions, operations } = results.api
  const untested = operations.filter(({ tested }) => !tested)
  const unused = descriptions.flatMap(({ url, reason }) =>
    reason === null ? [] : [`The description at ${url ?? 'the start'} was not used: ${reason}`],
  )
  const head =
    operations.length === 0
      ? 'API: no description was found; give one with --openapi. Links of JSON answers were followed.'
      : `API: ${operations.length - untested.length} of ${operations.length} operations tested.`
  const more = untested.length - MOST_SHOWN
  const rows = untested.slice(0, MOST_SHOWN).map(rowOf)
  const rest = more > 0 ? [`and ${more} more: see --json`] : []
  return [
    ...[head, ...unused].flatMap((line) => wrap(clean(line), columns)),
    ...[...rows, ...rest].flatMap((line) => indented(line, columns)),
  ]
}

const indented = (line: string, columns: number): string[] =>
  wrap(clean(line), columns - 2).map((part) => `  ${part}`)

const rowOf = ({ method, path, reason }: ApiOperation): string =>
  `not tested: ${method} ${path}${reason === null ? '' : `: ${reason}`}`
