import { nextWaiting, waitingLeft } from '../../db/waiting-starts.ts'
import { LIMITS } from '../../limits.ts'
import { SECOND } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { logLine } from '../log-line.ts'
import type { NextTurn } from '../ports.ts'
import { startWaiting } from './start-waiting.ts'

/**
 * One account's turn: starts a few of what waits, one after the other, as its slots allow. Jobs of
 * one account take turns by the order of `nextWaiting`; accounts do, as each turn is short.
 */
export async function runTurn(deps: Deps, accountId: string): Promise<void> {
  const room = deps.account(accountId)
  const turn = await room.beginTurn(accountId)
  if (turn === null) return
  await room.endTurn(turn, await serveOrLog(deps, accountId))
}

async function serveOrLog(deps: Deps, accountId: string): Promise<NextTurn> {
  try {
    return await serve(deps, accountId)
  } catch (error) {
    deps.log('turn.failed', { account_id: accountId, error: logLine(error) })
    return { at: deps.now() + LIMITS.startRetryMs, onRelease: false }
  }
}

async function serve(deps: Deps, accountId: string): Promise<NextTurn> {
  for (let count = 0; count < LIMITS.turnStarts; count++) {
    const start = await nextWaiting(deps.db, accountId, deps.now())
    if (start === null) {
      const left = await waitingLeft(deps.db, accountId, deps.now())
      return { at: left.nextAt, onRelease: left.count > 0 }
    }
    if ((await startWaiting(deps, start)) === 'no_slot') {
      // A slot also comes back by itself, when its lease ends: nobody tells that.
      return { at: deps.now() + LIMITS.concurrentRetryS * SECOND, onRelease: true }
    }
  }
  return { at: deps.now(), onRelease: false }
}
