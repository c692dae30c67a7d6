import { makeWebhookSecret } from '../../accounts/webhook-secret.ts'
import { fillWebhookSecret } from '../../db/accounts.ts'
import type { Deps } from '../deps.ts'

/**
 * Gives an account that the operator's command made its webhook secret, which only the service can
 * seal. Runs before the first request of the account is answered; of two at once one secret stands.
 */
export async function completeAccount(
  deps: Pick<Deps, 'db' | 'vault' | 'randomBytes'>,
  accountId: string,
): Promise<void> {
  const sealed = await deps.vault.seal(makeWebhookSecret(deps.randomBytes), accountId)
  await fillWebhookSecret(deps.db, accountId, sealed)
}
