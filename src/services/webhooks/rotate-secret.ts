import type { Auth } from '../../accounts/account.ts'
import { makeWebhookSecret } from '../../accounts/webhook-secret.ts'
import { rotateSigningSecret } from '../../db/integrations.ts'
import { LIMITS } from '../../limits.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Deps } from '../deps.ts'

/**
 * Makes a new signing secret. It signs X-Service-Signature at once; webhook-signature lists the one
 * before beside it until `previous_valid_until` (tables.md §6).
 */
export async function rotateSecret(deps: Deps, { account, key }: Auth) {
  const secret = makeWebhookSecret(deps.randomBytes)
  const at = deps.now()
  const sealed = await deps.vault.seal(secret, account.id)
  await rotateSigningSecret(
    deps.db,
    account.id,
    { sealed, at },
    {
      id: deps.newId(),
      accountId: account.id,
      at,
      actor: `key:${key.id}`,
      action: 'webhook_secret.rotate',
      detail: {},
    },
  )
  return {
    webhook_signing_secret: secret,
    previous_valid_until: isoSeconds(at + LIMITS.secretOverlapMs),
  }
}
