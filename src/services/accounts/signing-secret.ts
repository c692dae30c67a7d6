import { makeWebhookSecret } from '../../accounts/webhook-secret.ts'
import { fillWebhookSecret, findAccount } from '../../db/accounts.ts'
import type { Deps } from '../deps.ts'

/**
 * The account's webhook signing secret, or null when there is no such account. One that the
 * operator's command made gets its secret here: only the service has the key to seal it.
 */
export async function signingSecret(
  deps: Pick<Deps, 'db' | 'vault' | 'randomBytes'>,
  accountId: string,
): Promise<string | null> {
  const found = await findAccount(deps.db, accountId)
  if (found === null) return null
  if (found.webhookSecretCt !== '') return deps.vault.open(found.webhookSecretCt, accountId)
  const fresh = await deps.vault.seal(makeWebhookSecret(deps.randomBytes), accountId)
  await fillWebhookSecret(deps.db, accountId, fresh)
  return signingSecret(deps, accountId)
}
