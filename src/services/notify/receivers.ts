import type { NewDelivery } from '../../db/deliveries.ts'
import { addReceiver } from '../../db/deliveries.ts'
import { LIMITS } from '../../limits.ts'
import { bodyFormatOf, deliveryId, maskedUrl } from '../../notify/receiver.ts'
import type { Instant } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import type { StartInput } from '../scans/start-options.ts'

type Asked = Pick<StartInput, 'webhook' | 'notifyEmail'>
type OfScan = Readonly<{ accountId: string; scanId: string; at: Instant }>

/** The receivers that a start asks for, with what is secret sealed; rows go in with the scan's own. */
export async function planReceivers(
  { vault }: Pick<Deps, 'vault'>,
  scan: OfScan,
  { webhook, notifyEmail }: Asked,
): Promise<readonly NewDelivery[]> {
  const { accountId, scanId, at: createdAt } = scan
  const planned: NewDelivery[] = []
  if (webhook !== null) {
    const url = new URL(webhook.url)
    const id = deliveryId(scanId, url.href)
    const format = bodyFormatOf(webhook.format, url)
    const urlCt = await vault.seal(url.href, id)
    const receiver = maskedUrl(url)
    planned.push({ id, accountId, scanId, kind: 'scan', format, receiver, urlCt, createdAt })
  }
  if (notifyEmail !== null) {
    const id = deliveryId(scanId, `mailto:${notifyEmail}`)
    const mail = { kind: 'mail', format: 'mail', receiver: notifyEmail, urlCt: null } as const
    planned.push({ id, accountId, scanId, ...mail, createdAt })
  }
  return planned
}

/** Adds the receivers of a deduplicated start to the scan that runs; false when one was not added. */
export async function addReceivers(
  deps: Pick<Deps, 'db' | 'vault'>,
  scan: OfScan,
  asked: Asked,
): Promise<boolean> {
  let areAll = true
  for (const receiver of await planReceivers(deps, scan, asked)) {
    if (!(await addReceiver(deps.db, receiver, LIMITS.receiversPerScan))) areAll = false
  }
  return areAll
}
