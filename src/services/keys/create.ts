import { makeKey } from '../../accounts/api-keys.ts'
import type { GrantRequest } from '../../accounts/grants.ts'
import { faultsOfGrant, grantOf, scopeBeyond } from '../../accounts/grants.ts'
import { insertKeyWithin } from '../../db/api-keys.ts'
import { ApiError } from '../../errors.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'
import type { PresentedNewKey } from './present.ts'
import { presentNewKey } from './present.ts'

export type CreateKeyRequest = GrantRequest & Readonly<{ name: string }>

/**
 * Makes a key; its text is in this answer and nowhere else. It gets no more than the key that asks
 * for it has: no further scope (`insufficient_scope`), host or time (`invalid_request`).
 */
export async function createAccountKey(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'randomBytes'>,
  actor: Actor,
  request: CreateKeyRequest,
): Promise<PresentedNewKey> {
  const { account, key: by } = actor.auth
  const createdAt = deps.now()
  const grant = grantOf(by, request)
  const beyond = scopeBeyond(by, grant)
  if (beyond !== null) {
    const text = `This key lacks the scope "${beyond}" and cannot give it to another.`
    throw new ApiError('insufficient_scope', { text })
  }
  const fields = faultsOfGrant(by, grant, createdAt)
  if (fields.length > 0) throw new ApiError('invalid_request', { fields })

  const made = makeKey(deps.randomBytes)
  const { id, hash, text } = made
  const row = { id, hash, accountId: account.id, name: request.name, createdAt, ...grant }
  const audit = auditEntry(deps, actor, 'key.create', {
    key_id: id,
    name: request.name,
    scopes: grant.scopes.join(' '),
  })
  const limit = account.limits.keys
  if (!(await insertKeyWithin(deps.db, row, limit, audit))) {
    throw new ApiError('asset_limit_reached', {
      text: `The account has its ${limit} keys. Revoke one first.`,
      extra: { limit: 'keys', maximum: limit ?? 0 },
    })
  }
  return presentNewKey(row, { id, text, createdAt })
}
