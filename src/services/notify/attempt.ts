import type { DeliveryRow, DeliveryStatus } from '../../db/deliveries.ts'
import { claimDelivery, findPending, settleStatement } from '../../db/deliveries.ts'
import { emailStatement } from '../../db/email-log.ts'
import { LIMITS } from '../../limits.ts'
import { FactsSchema } from '../../notify/facts.ts'
import { judge, MOST_ATTEMPTS, type Outcome, type Verdict } from '../../notify/retry.ts'
import { SECOND } from '../../report/time.ts'
import type { DeliveryMessage } from '../ports.ts'
import { emailEntry } from './email-entry.ts'
import { sendLetter } from './letter.ts'
import type { DeliveryDeps } from './ports.ts'
import { postWebhook } from './post.ts'
import { sendAttempt } from './send.ts'

const CUT_OFF = 'The last attempt was cut off.'
const NO_BINDING = 'No mail binding is configured.'

/**
 * Makes the attempt that a message names, for the first who asks: a message that comes twice, late or
 * out of turn finds the attempt made and changes nothing.
 */
export async function attemptDelivery(
  deps: DeliveryDeps,
  { account_id: accountId, delivery_id: id, attempt }: DeliveryMessage,
): Promise<void> {
  const ref = { accountId, id }
  if (attempt > MOST_ATTEMPTS) {
    const last = await findPending(deps.db, ref, MOST_ATTEMPTS)
    if (last !== null) await settle(deps, last, { status: 'abandoned', error: CUT_OFF }, null)
    return
  }
  const now = deps.now()
  const leaseUntil = now + LIMITS.deliveryLeaseMs
  const delivery = await claimDelivery(deps.db, ref, attempt, { now, leaseUntil })
  if (delivery === null) return
  const facts = FactsSchema.parse(JSON.parse(delivery.facts ?? 'null'))
  const send = delivery.kind === 'mail' ? sendLetter : postWebhook
  const outcome = await send(deps, delivery, facts)
  if (outcome.kind === 'skipped') {
    return settle(deps, delivery, { status: 'skipped', error: NO_BINDING }, null)
  }
  const verdict = judge(outcome, attempt)
  await settle(deps, delivery, verdict, statusOf(outcome))
  if (verdict.status === 'pending') await sendAttempt(deps, ref, attempt + 1, verdict.delayS)
}

type Ending = Verdict | Readonly<{ status: 'skipped'; error: string }>

const statusOf = (outcome: Outcome): number | null =>
  outcome.kind === 'answered' ? outcome.status : null

/** Writes what came of the attempt, with the email log's entry where there is one. */
async function settle(
  deps: DeliveryDeps,
  delivery: DeliveryRow,
  ending: Ending,
  lastStatus: number | null,
): Promise<void> {
  const now = deps.now()
  const isPending = ending.status === 'pending'
  const error = ending.status === 'delivered' ? null : ending.error
  const settled = {
    status: ending.status satisfies DeliveryStatus,
    lastStatus: delivery.kind === 'mail' ? null : lastStatus,
    error,
    dueAt: isPending ? now + ending.delayS * SECOND + LIMITS.deliveryResendMs : now,
    endedAt: isPending ? null : now,
  }
  const entry = emailEntry(delivery, ending.status, error, now)
  await deps.db.batch([
    settleStatement(deps.db, delivery, delivery.attempts, settled),
    ...(entry === null ? [] : [emailStatement(deps.db, entry)]),
  ])
}
