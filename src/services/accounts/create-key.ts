import type { Scope } from '../../accounts/account.ts'
import type { NewKey, RandomBytes } from '../../accounts/api-keys.ts'
import { makeKey } from '../../accounts/api-keys.ts'
import { insertKey } from '../../db/api-keys.ts'
import type { Instant } from '../../report/time.ts'
import type { Deps } from '../deps.ts'

export type CreateKeyDeps = Pick<Deps, 'db' | 'now' | 'newId'> &
  Readonly<{ randomBytes: RandomBytes }>

export type CreateKeyInput = Readonly<{
  accountId: string
  name: string
  scopes: readonly Scope[]
  expiresAt?: Instant | null
  allowedHosts?: readonly string[] | null
}>

/** Makes and stores a key; its text is in the answer and nowhere else. */
export async function createKey(deps: CreateKeyDeps, input: CreateKeyInput): Promise<NewKey> {
  const key = makeKey(deps.randomBytes)
  await insertKey(deps.db, {
    id: key.id,
    accountId: input.accountId,
    name: input.name,
    hash: key.hash,
    scopes: input.scopes,
    allowedHosts: input.allowedHosts ?? null,
    expiresAt: input.expiresAt ?? null,
    createdAt: deps.now(),
  })
  return key
}
