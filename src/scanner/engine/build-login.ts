import type { LoginResults } from '../../report/report.ts'
import type { ScanState } from './scan-state.ts'
import type { UnitResult } from './unit.ts'

const PLACES = 1000

/** How the scan stayed logged in, from what its units counted; null without credentials. */
export function loginResults(
  { session }: ScanState,
  parts: readonly Pick<UnitResult, 'session'>[],
): LoginResults | null {
  if (session === undefined) return null
  const requests = parts.reduce((sum, part) => sum + (part.session?.requests ?? 0), 0)
  const loggedIn = parts.reduce((sum, part) => sum + (part.session?.loggedIn ?? 0), 0)
  const isWatched = session.probe !== null && requests > 0
  return {
    state: stateOf(session),
    logins: session.generation,
    requests,
    logged_in_share: isWatched ? Math.floor((PLACES * loggedIn) / requests) / PLACES : null,
    probe: session.probe,
    reason: session.probe === null ? NO_PROBE : session.lost,
  }
}

const NO_PROBE = 'no page was found that answers otherwise to a visitor'

function stateOf({ probe, lost, generation }: NonNullable<ScanState['session']>) {
  if (probe === null) return 'unwatched'
  if (lost !== null) return 'lost'
  return generation > 1 ? 'renewed' : 'kept'
}
