import type { DeliveryRow } from '../../db/deliveries.ts'
import type { Facts } from '../../notify/facts.ts'
import { writeMail } from '../../notify/mail.ts'
import { noticeOf } from '../../notify/notice.ts'
import type { Outcome } from '../../notify/retry.ts'
import { logLine } from '../log-line.ts'
import type { DeliveryDeps } from './ports.ts'

/** One attempt at a mail; `skipped` where the service has no way to send any. */
export async function sendLetter(
  { sendMail, settings }: Pick<DeliveryDeps, 'sendMail' | 'settings'>,
  delivery: DeliveryRow,
  facts: Facts,
): Promise<Outcome | Readonly<{ kind: 'skipped' }>> {
  if (sendMail === null) return { kind: 'skipped' }
  const { id, receiver: to } = delivery
  const mail = await writeMail(noticeOf(facts), { id, from: settings.MAIL_FROM, to, at: facts.at })
  try {
    await sendMail(mail)
    return { kind: 'answered', status: 200 }
  } catch (error) {
    return { kind: 'unreachable', reason: `The mail was not taken: ${logLine(error)}` }
  }
}
