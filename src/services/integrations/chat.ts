import type { ChatRow } from '../../db/integrations.ts'
import { findChat } from '../../db/integrations.ts'
import { BodyFormatSchema } from '../../notify/receiver.ts'
import { ThresholdSchema } from '../../notify/threshold.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Deps } from '../deps.ts'

/** What a chat webhook's URL is sealed for. */
export const chatContext = (accountId: string): string => `chat:${accountId}`

/** The account's integrations as people see them: the URL masked after its host. */
export async function getIntegrations({ db }: Pick<Deps, 'db'>, accountId: string) {
  const chat = await findChat(db, accountId)
  return { chat: chat && presentChat(chat) }
}

export const presentChat = (chat: ChatRow) => ({
  webhook_url: chat.receiver,
  webhook_format: BodyFormatSchema.parse(chat.format),
  severity_threshold: ThresholdSchema.parse(chat.threshold),
  enabled: chat.enabled === 1,
  updated_at: isoSeconds(chat.updatedAt),
})
