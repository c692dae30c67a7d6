import { findChat, removeChat, saveChat, type ChatRow } from '../../db/integrations.ts'
import { ApiError } from '../../errors.ts'
import { bodyFormatOf, maskedUrl, type WebhookFormat } from '../../notify/receiver.ts'
import type { Threshold } from '../../notify/threshold.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'
import { checkWebhook } from '../scans/target-checks.ts'
import { chatContext, presentChat } from './chat.ts'

export type ChatInput = Readonly<{
  /** Undefined keeps the URL that is set, null removes the integration. */
  url: string | null | undefined
  format: WebhookFormat
  threshold: Threshold
  enabled: boolean
}>

/** Sets, changes or removes the account's chat webhook; its URL is held to the target policy. */
export async function setChat(deps: Deps, actor: Actor, input: ChatInput) {
  const { account } = actor.auth
  const known = await findChat(deps.db, account.id)
  if (input.url === null) {
    await removeChat(deps.db, account.id, auditEntry(deps, actor, 'chat.remove', {}))
    return { chat: null }
  }
  const receiver = await receiverOf(deps, account.id, input, known)
  const { threshold } = input
  const enabled = input.enabled ? 1 : 0
  const chat = { accountId: account.id, ...receiver, threshold, enabled, updatedAt: deps.now() }
  const detail = { receiver: chat.receiver, threshold, enabled: input.enabled }
  await saveChat(deps.db, chat, auditEntry(deps, actor, 'chat.set', detail))
  return { chat: presentChat(chat) }
}

type Receiver = Pick<ChatRow, 'urlCt' | 'receiver' | 'format'>

/** The masked URL, as it was answered, means the one that is set. */
async function receiverOf(
  deps: Deps,
  accountId: string,
  { url: text, format }: ChatInput,
  known: ChatRow | null,
): Promise<Receiver> {
  if (known !== null && (text === undefined || text === known.receiver)) {
    const { urlCt, receiver } = known
    return { urlCt, receiver, format: format === 'auto' ? known.format : format }
  }
  if (text === undefined || text === null) {
    throw new ApiError('invalid_request', {
      fields: [{ path: 'webhook_url', message: 'Required: none is set.' }],
    })
  }
  const url = await checkWebhook(deps, text)
  const urlCt = await deps.vault.seal(url.href, chatContext(accountId))
  return { urlCt, receiver: maskedUrl(url), format: bodyFormatOf(format, url) }
}
