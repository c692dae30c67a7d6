import type { DeliveryRef } from '../../db/deliveries.ts'
import type { Deps } from '../deps.ts'
import { logLine } from '../log-line.ts'

/** The first attempt, at once. A message that cannot be sent now is sent again by the sweep. */
export const sendSoon = (
  deps: Pick<Deps, 'sendDelivery' | 'log'>,
  delivery: DeliveryRef,
): Promise<void> => sendAttempt(deps, delivery, 1, 0)

export async function sendAttempt(
  { sendDelivery, log }: Pick<Deps, 'sendDelivery' | 'log'>,
  { accountId, id }: DeliveryRef,
  attempt: number,
  delayS: number,
): Promise<void> {
  try {
    await sendDelivery({ v: 1, account_id: accountId, delivery_id: id, attempt }, delayS)
  } catch (error) {
    log('delivery.send_failed', { delivery_id: id, message: logLine(error) })
  }
}
