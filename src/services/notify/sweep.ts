import { listOverdue, postpone, pruneDeliveries } from '../../db/deliveries.ts'
import { pruneEmails } from '../../db/email-log.ts'
import { LIMITS } from '../../limits.ts'
import type { Deps } from '../deps.ts'
import { sendAttempt } from './send.ts'

/**
 * Sends again what was lost: a message, or the consumer that held it. An attempt that was begun and
 * never ended counts as made. Logs older than they are kept lose a page. Answers how many were sent.
 */
export async function sweepDeliveries(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'sendDelivery'>,
): Promise<number> {
  const now = deps.now()
  let sent = 0
  for (let page = 0; page < LIMITS.deliverySweepPages; page++) {
    const overdue = await listOverdue(deps.db, now, LIMITS.deliverySweepPage)
    for (const delivery of overdue) {
      await postpone(deps.db, delivery, now + LIMITS.deliveryResendMs)
      await sendAttempt(deps, delivery, delivery.attempts + 1, 0)
      sent += 1
    }
    if (overdue.length < LIMITS.deliverySweepPage) break
  }
  const before = now - LIMITS.deliveryLogMs
  await pruneDeliveries(deps.db, before, LIMITS.deliveryPrunePage)
  await pruneEmails(deps.db, before, LIMITS.deliveryPrunePage)
  return sent
}
