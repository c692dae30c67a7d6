import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

import { claimUnit } from '../../src/durable-objects/scan-claim.ts'
import { absorb, advance } from '../../src/durable-objects/scan-flow.ts'
import { ScanStore } from '../../src/durable-objects/scan-store.ts'
import { CHECKS } from '../../src/scanner/checks/index.ts'
import { foldParts } from '../../src/scanner/engine/build-report.ts'
import { placesOfFindings, type KeptPlaces } from '../../src/scanner/engine/kept-place.ts'
import { runUnit } from '../../src/scanner/engine/run-unit.ts'
import { beginState, type ScanState } from '../../src/scanner/engine/scan-state.ts'
import type { World } from '../../src/scanner/engine/unit-context.ts'
import { ORIGIN, workOf } from './units.ts'

/** As much of a Durable Object's SQLite as a ScanStore uses, over the one of Node. */
export function makeSql(): SqlStorage {
  const database = new DatabaseSync(':memory:')
  const exec = (query: string, ...values: SQLInputValue[]) => {
    const rows = database.prepare(query).all(...values)
    return {
      toArray: () => rows,
      one: () => rows[0],
      [Symbol.iterator]: () => rows[Symbol.iterator](),
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of it that is used
  return { exec } as unknown as SqlStorage
}

const METAS = CHECKS.map((check) => check.meta)
const SECRETS = { auth_config: null, custom_headers: {}, webhook_url: null }

/** Runs a whole scan, unit by unit, with no queue between: what its object does, in one process. */
export async function runScan(world: World, change: Partial<ScanState> = {}) {
  const store = new ScanStore(makeSql())
  const begun = beginState({
    scanId: 's',
    accountId: 'a',
    options: workOf({ phase: 'open' }).options,
    tags: [],
    scanAuthorized: true,
    startedAt: 0,
    deadline: Number.MAX_SAFE_INTEGER,
  })
  store.putState({ ...begun, origins: [ORIGIN], ...change })
  store.addUnit('s:open:000000', 0, 0, { phase: 'open' })
  const phases: string[] = []
  for (;;) {
    advance(store, 0)
    const [unit] = store.units('ready')
    const state = store.state()
    if (state === null || unit === undefined) break
    const claim = claimUnit(store, unit.id, { secrets: SECRETS, session: null }, [], 0)
    if (claim.kind === 'drop') throw new Error(`${unit.id} was not given out`)
    phases.push(unit.plan.phase)
    const result = await runUnit(claim.work, world)
    store.finishUnit(unit.id)
    absorb(store, unit, result)
  }
  const state = store.state()
  if (state?.ending === null || state === null) throw new Error('the scan did not end')
  const parts = store.results()
  const hits = parts.flatMap((part) => [...part.hits])
  const places: KeptPlaces = placesOfFindings(hits, METAS)
  const urls = parts.flatMap((part) => part.urls.map(({ method, url }) => `${method} ${url}`))
  return { ...foldParts(state, parts, METAS, []), places, phases, state, urls: urls.toSorted() }
}
