import type { NewDelivery } from '../../db/deliveries.ts'
import { dropPlanned, insertDue, listUntried, makeDue } from '../../db/deliveries.ts'
import type { ChatRow } from '../../db/integrations.ts'
import { findAudience } from '../../db/integrations.ts'
import { findGateRow } from '../../db/gate-read.ts'
import { findScan } from '../../db/scans-read.ts'
import { LIMITS } from '../../limits.ts'
import { TOP_FINDINGS, type CompletedFacts } from '../../notify/facts.ts'
import { deliveryId } from '../../notify/receiver.ts'
import { meetsThreshold, ThresholdSchema } from '../../notify/threshold.ts'
import { parsePacked, unpackRow } from '../../report/packed.ts'
import { countedRows, NO_SUPPRESSIONS } from '../../report/triage.ts'
import type { Deps } from '../deps.ts'
import { toRecord, type ScanRecord } from '../scans/record.ts'
import { chatContext } from '../integrations/chat.ts'
import { openUrl } from './open-url.ts'
import { sendSoon } from './send.ts'

type OfScan = Readonly<{ accountId: string; scanId: string }>
type World = Pick<Deps, 'db' | 'vault' | 'now' | 'log' | 'settings' | 'sendDelivery'>

/**
 * The last step of a scan's end, after its row is written: a completed scan is told to its receivers
 * and, from its threshold on, to the chat webhook; of a failed one nobody hears (decisions 41).
 * Run again it makes nothing due twice.
 */
export async function announceEnd(world: World, scan: OfScan): Promise<void> {
  const { chat, isPlanned } = await findAudience(world.db, scan)
  if (chat === null && !isPlanned) return
  const found = await findScan(world.db, scan.accountId, scan.scanId)
  if (found === null) return
  const record = toRecord(found.row)
  if (record.status !== 'completed') return dropPlanned(world.db, scan)
  const facts = await factsOf(world, record)
  const due = { facts: JSON.stringify(facts), dueAt: world.now() + LIMITS.deliveryResendMs }
  await makeDue(world.db, scan, due)
  if (chat !== null && wants(chat, facts)) {
    await insertDue(world.db, await chatDelivery(world, chat, scan), due)
  }
  for (const id of await listUntried(world.db, scan)) {
    await sendSoon(world, { accountId: scan.accountId, id })
  }
}

const wants = (chat: ChatRow, { counts }: CompletedFacts): boolean =>
  chat.enabled === 1 && meetsThreshold(counts, ThresholdSchema.parse(chat.threshold))

async function factsOf({ db, now, settings }: World, scan: ScanRecord): Promise<CompletedFacts> {
  const { risk_score, ...counts } = scan.summary
  const row = await findGateRow(db, { accountId: scan.accountId, scanId: scan.id })
  const counted = countedRows(
    parsePacked(row?.packed ?? null),
    row?.suppressions ?? NO_SUPPRESSIONS,
    now(),
  )
  const top = counted
    .map(unpackRow)
    .filter(({ status }) => status === 'vulnerable')
    .slice(0, TOP_FINDINGS)
    .map(({ severity, title }) => ({ severity, title }))
  return {
    event: 'scan_completed',
    scan_id: scan.id,
    target_url: scan.targetUrl,
    risk_score,
    counts,
    top,
    link: new URL(`/?scan=${scan.id}`, settings.PUBLIC_URL).href,
    at: scan.completedAt ?? scan.startedAt,
  }
}

/**
 * A chat webhook that is the scan's own receiver too is told once: the ids are the same. One whose
 * URL does not open any more is a delivery that fails, so that the log says why nothing came.
 */
async function chatDelivery(
  { vault, now }: World,
  chat: ChatRow,
  scan: OfScan,
): Promise<NewDelivery> {
  const context = chatContext(scan.accountId)
  const url = await openUrl(vault, chat.urlCt, context)
  const id = deliveryId(scan.scanId, url ?? context)
  const { format, receiver } = chat
  const urlCt = url && (await vault.seal(url, id))
  return { id, ...scan, kind: 'chat', format, receiver, urlCt, createdAt: now() }
}
