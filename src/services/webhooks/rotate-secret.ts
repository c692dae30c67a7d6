import { makeWebhookSecret } from '../../accounts/webhook-secret.ts'
import { rotateSigningSecret } from '../../db/integrations.ts'
import { LIMITS } from '../../limits.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'

/**
 * Makes a new signing secret. It signs X-Service-Signature at once; webhook-signature lists the one
 * before beside it until `previous_valid_until` (tables.md §6).
 */
export async function rotateSecret(deps: Deps, actor: Actor) {
  const { id: accountId } = actor.auth.account
  const secret = makeWebhookSecret(deps.randomBytes)
  const at = deps.now()
  const sealed = await deps.vault.seal(secret, accountId)
  const audit = auditEntry(deps, actor, 'webhook_secret.rotate', {})
  await rotateSigningSecret(deps.db, accountId, { sealed, at }, audit)
  return {
    webhook_signing_secret: secret,
    previous_valid_until: isoSeconds(at + LIMITS.secretOverlapMs),
  }
}
