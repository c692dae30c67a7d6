import { describe, expect, it } from 'vitest'

import type { Check, Sighting } from '../../src/scanner/checks/check.ts'
import type { Exchange } from '../../src/scanner/http/exchange.ts'
import type { Confidence } from '../../src/report/severity.ts'
import { runCheck, type CaseSite, type CheckRun } from './check-run.ts'

type Case = CaseSite & Readonly<{ requests?: number }>
export type Expected = Readonly<{
  /** Of the first sighting. */
  match?: string | RegExp | null
  confidence?: Confidence
  note?: string | RegExp
  reason?: string | RegExp
  discriminators?: readonly string[]
  /** How many sightings; 1 unless said. */
  sightings?: number
}>
type Rows<Row> = Readonly<Record<string, Row>>
export type CheckTable = Readonly<{
  /** Twins without the flaw: the check applies and says nothing. */
  clean: Rows<Case>
  found: Rows<Case & Expected>
  /** Sites the check has nothing to read on: `appliesTo` is false everywhere. */
  skipped?: Rows<CaseSite>
}>

/** Runs one check against tables of sites: ones it must stay silent on, ones it must report. */
export function testCheck(check: Check, table: CheckTable): void {
  const told: [conversation: string, name: string][] = []
  const run = async (name: string, row: CaseSite): Promise<CheckRun> => {
    const done = await runCheck(check, row)
    told.push([`${conversation(done)} ${JSON.stringify(row.tls)}`, name])
    return done
  }

  describe(`check ${check.meta.id}`, () => {
    it.each(Object.entries(table.clean))('stays silent: %s', async (name, row) => {
      const { sightings, applied, sent } = await run(name, row)
      expect(sightings).toEqual([])
      expect(applied, 'a clean twin that is never looked at proves nothing').toBeGreaterThan(0)
      if (row.requests !== undefined) expect(sent).toHaveLength(row.requests)
    })

    it.each(Object.entries(table.found))('reports: %s', async (name, row) => {
      const done = await run(name, row)
      expect(done.sightings).toHaveLength(row.sightings ?? row.discriminators?.length ?? 1)
      expectAsSaid(done, row)
      for (const sighting of done.sightings) expectProof(check, sighting, done)
    })

    it.each(Object.entries(table.skipped ?? {}))('does not apply: %s', async (name, row) => {
      const { applied } = await run(name, row)
      expect(applied).toBe(0)
    })

    it('has a clean twin, a hit and no case twice', () => {
      expect(Object.keys(table.clean)).not.toHaveLength(0)
      expect(Object.keys(table.found)).not.toHaveLength(0)
      const repeated = [...told].filter(
        ([text], at, all) => all.findIndex(([t]) => t === text) !== at,
      )
      expect(repeated.map(([, name]) => name)).toEqual([])
    })
  })
}

/** Two cases that make the check see the same conversation are one case. */
const conversation = (run: CheckRun): string =>
  JSON.stringify(
    run.recorded.map(({ request, response }) => [
      request.method,
      requestText(request),
      response.status,
      [...response.headers],
      response.body,
      response.elapsedMs,
    ]),
  )

function expectAsSaid(run: CheckRun, row: Case & Expected): void {
  const [first] = run.sightings
  if (row.match instanceof RegExp) expect(first?.evidence.match).toMatch(row.match)
  else if (row.match !== undefined) expect(first?.evidence.match).toBe(row.match)
  if (row.confidence !== undefined) expect(first?.confidence).toBe(row.confidence)
  if (row.note !== undefined) expect(first?.evidence.note).toMatch(row.note)
  if (row.reason !== undefined) expect(first?.reason).toMatch(row.reason)
  if (row.requests !== undefined) expect(run.sent).toHaveLength(row.requests)
  if (row.discriminators !== undefined) {
    expect(run.sightings.map((sighting) => sighting.discriminator ?? '')).toEqual(
      row.discriminators,
    )
  }
}

/** A finding a reader cannot point at is a rumour, and one that rests on a single answer a guess. */
function expectProof(check: Check, sighting: Sighting, run: CheckRun): void {
  const { exchange, match, note } = sighting.evidence
  expect(note).not.toBe('')
  expect(sighting.reason).not.toBe('')
  expect(run.recorded, 'evidence is a recorded exchange').toContain(exchange)
  if (match !== null) {
    expect(match).not.toBe('')
    expect(recordedText(exchange)).toContain(match)
  }
  if (sighting.discriminator !== undefined) expect(check.meta.discriminator).toBeDefined()
  if (check.phase !== 'input' || sighting.confidence === 'possible') return
  const wire = run.sent.map(({ request }) =>
    decodeURIComponent(
      [requestText(request), ...request.headers.values()].join('\n').replaceAll('+', ' '),
    ),
  )
  const seen = new Set(run.drawn.filter((word) => wire.some((text) => text.includes(word))))
  expect(seen.size, 'fresh nonces or numbers in the requests').toBeGreaterThanOrEqual(2)
}

const requestText = ({ url, wire, body }: Exchange['request']): string =>
  `${wire?.target ?? url.href}\n${body ?? ''}`

const recordedText = ({ request, response }: Exchange): string =>
  [requestText(request), ...response.headers.values(), response.body].join('\n')
