import type { AccountLimits, AuthorizationRecord, Plan } from '../../accounts/account.ts'
import { SCOPES } from '../../accounts/account.ts'
import { makeWebhookSecret } from '../../accounts/webhook-secret.ts'
import { insertAccount } from '../../db/accounts.ts'
import type { Deps } from '../deps.ts'
import type { CreateKeyDeps } from './create-key.ts'
import { createKey } from './create-key.ts'

export type CreateAccountInput = Readonly<{
  email: string
  name?: string
  plan: Plan
  /** Overrides of the plan's limits; null in a limit = none of that kind. */
  limits?: Partial<AccountLimits> | null
  authorizationConfirmed?: AuthorizationRecord | null
}>
/** `key` is the account's first API key, with every scope; it is not stored and not shown again. */
export type CreatedAccount = Readonly<{ accountId: string; key: string; keyId: string }>

/** Makes an account with its webhook secret and first key. For operators and the local mode. */
export async function createAccount(
  deps: CreateKeyDeps & Pick<Deps, 'vault'>,
  input: CreateAccountInput,
): Promise<CreatedAccount> {
  const accountId = deps.newId()
  await insertAccount(deps.db, {
    id: accountId,
    email: input.email,
    name: input.name ?? '',
    plan: input.plan,
    limits: input.limits ?? null,
    authorizationConfirmed: input.authorizationConfirmed ?? null,
    webhookSecretCt: await deps.vault.seal(makeWebhookSecret(deps.randomBytes), accountId),
    createdAt: deps.now(),
  })
  const key = await createKey(deps, { accountId, name: 'default', scopes: SCOPES })
  return { accountId, key: key.text, keyId: key.id }
}
