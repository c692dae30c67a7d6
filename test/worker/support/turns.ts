import { clock } from '../../../src/runtime.ts'
import type { Deps } from '../../../src/services/deps.ts'
import { runTurn } from '../../../src/services/jobs/turn.ts'
import type { AccountRoom, NextTurn } from '../../../src/services/ports.ts'

/** Turns are given by the test: AccountDO's alarm would give them behind its back. */
export function makeTurns(deps: () => Deps) {
  const asked: string[] = []
  let next: NextTurn = { at: null, onRelease: false }
  const room: Pick<AccountRoom, 'wakeTurn' | 'beginTurn' | 'endTurn'> = {
    wakeTurn: async (accountId) => void asked.push(accountId),
    beginTurn: async () => 0,
    endTurn: async (_, given) => void (next = given),
  }
  const one = async (accountId: string): Promise<NextTurn> => {
    await runTurn(deps(), accountId)
    return next
  }
  /** Turn after turn, as long as each asks for the next at once. */
  const all = async (accountId: string): Promise<NextTurn> => {
    for (;;) {
      const { at } = await one(accountId)
      if (at === null || at > clock.now()) return next
    }
  }
  return { asked, room, one, all }
}
