import type { DeliveryRow, DeliveryStatus } from '../../db/deliveries.ts'
import type { EmailEntry } from '../../db/email-log.ts'
import { FactsSchema } from '../../notify/facts.ts'
import { subjectOf } from '../../notify/mail.ts'
import { noticeOf } from '../../notify/notice.ts'
import type { Instant } from '../../report/time.ts'

/** How a mail's delivery reads in the log; of one that is still tried there is nothing to say. */
const MAIL_WORDS: Readonly<Partial<Record<DeliveryStatus, EmailEntry['status']>>> = {
  delivered: 'sent',
  skipped: 'skipped',
  failed: 'failed',
  abandoned: 'failed',
}

/** The entry that this ending leaves: every mail, and webhooks given up (API document, Events 4). */
export function emailEntry(
  delivery: DeliveryRow,
  status: DeliveryStatus,
  error: string | null,
  createdAt: Instant,
): EmailEntry | null {
  const { id, accountId, scanId, receiver: to } = delivery
  const isMail = delivery.kind === 'mail'
  const word = isMail ? MAIL_WORDS[status] : status === 'abandoned' ? 'failed' : undefined
  if (word === undefined) return null
  const title = subjectOf(noticeOf(FactsSchema.parse(JSON.parse(delivery.facts ?? 'null'))))
  return {
    id,
    accountId,
    scanId,
    kind: isMail ? 'scan_completed' : 'webhook_abandoned',
    to,
    subject: isMail ? title : `Webhook given up: ${title}`,
    status: word,
    error,
    createdAt,
  }
}
