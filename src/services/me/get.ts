import type { Auth } from '../../accounts/account.ts'
import { findAccount } from '../../db/accounts.ts'
import { accountUsage } from '../../db/account-usage.ts'
import { ApiError } from '../../errors.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Deps } from '../deps.ts'
import { getIntegrations } from '../integrations/chat.ts'

/** The account record (decisions 27). The signing secret is shown to keys with `manage` only. */
export async function getMe(deps: Deps, { account, key }: Auth) {
  const usage = await accountUsage(deps.db, account.id, deps.now())
  const secret = key.scopes.includes('manage') ? await signingSecret(deps, account.id) : null
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: account.plan,
    limits: account.limits,
    usage,
    webhook_signing_secret: secret,
    key: {
      id: key.id,
      name: key.name,
      scopes: key.scopes,
      allowed_hosts: key.allowedHosts,
      expires_at: key.expiresAt === null ? null : isoSeconds(key.expiresAt),
    },
    integrations: await getIntegrations(deps, account.id),
    authorization_confirmed: account.authorizationConfirmed,
    allowed_hosts: account.allowedHosts,
    created_at: isoSeconds(account.createdAt),
  }
}

async function signingSecret(deps: Deps, accountId: string): Promise<string> {
  const found = await findAccount(deps.db, accountId)
  // The key was valid a moment ago: its account has been deleted since.
  if (found === null) throw new ApiError('unauthorized')
  return deps.vault.open(found.webhookSecretCt, accountId)
}
