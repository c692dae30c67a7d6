import { insertDue } from '../../db/deliveries.ts'
import { LIMITS } from '../../limits.ts'
import type { Facts } from '../../notify/facts.ts'
import { bodyFormatOf, maskedUrl, type WebhookFormat } from '../../notify/receiver.ts'
import type { Deps } from '../deps.ts'
import { sendSoon } from '../notify/send.ts'
import { checkWebhook } from '../scans/target-checks.ts'

export type TestSent = Readonly<{ delivery_id: string; status: 'pending'; webhook_url: string }>

/** Sends the event `ping` the way every event goes (decisions 45); the delivery log says what came of it. */
export async function sendTest(
  deps: Deps,
  accountId: string,
  { url, format }: Readonly<{ url: URL; format: WebhookFormat }>,
): Promise<TestSent> {
  const id = deps.newId()
  const now = deps.now()
  const facts: Facts = { event: 'ping', at: now }
  const delivery = {
    id,
    accountId,
    scanId: null,
    kind: 'test',
    format: bodyFormatOf(format, url),
    receiver: maskedUrl(url),
    urlCt: await deps.vault.seal(url.href, id),
    createdAt: now,
  } as const
  const due = { facts: JSON.stringify(facts), dueAt: now + LIMITS.deliveryResendMs }
  await insertDue(deps.db, delivery, due)
  await sendSoon(deps, delivery)
  return { delivery_id: id, status: 'pending', webhook_url: delivery.receiver }
}

/** The same for a URL that is named in the request. */
export async function testWebhook(
  deps: Deps,
  accountId: string,
  asked: Readonly<{ url: string; format: WebhookFormat }>,
): Promise<TestSent> {
  const url = await checkWebhook(deps, asked.url)
  return sendTest(deps, accountId, { url, format: asked.format })
}
