import { findChat } from '../../db/integrations.ts'
import { ApiError } from '../../errors.ts'
import { BodyFormatSchema } from '../../notify/receiver.ts'
import type { Deps } from '../deps.ts'
import { sendTest, type TestSent } from '../webhooks/send-test.ts'
import { chatContext } from './chat.ts'

/** Sends a test message to the account's chat webhook, even while it is switched off. */
export async function testChat(deps: Deps, accountId: string): Promise<TestSent> {
  const chat = await findChat(deps.db, accountId)
  if (chat === null) throw new ApiError('not_found', { text: 'No chat webhook is set.' })
  const url = new URL(await deps.vault.open(chat.urlCt, chatContext(accountId)))
  return sendTest(deps, accountId, { url, format: BodyFormatSchema.parse(chat.format) })
}
