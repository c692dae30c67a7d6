import type { Account } from '../../accounts/account.ts'
import type { AuditAction } from '../../accounts/audit-actions.ts'
import { updateAccount } from '../../db/accounts.ts'
import type { AccountChange } from '../../db/accounts.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Actor } from '../audit/entry.ts'
import { auditEntry } from '../audit/entry.ts'
import type { Deps } from '../deps.ts'

export type UpdateRequest = Readonly<{
  name?: string | undefined
  authorizationConfirmed?: boolean | undefined
  allowedHosts?: readonly string[] | null | undefined
}>

/**
 * Changes what the account's own people may change (tables.md §6): plan, limits and review are the
 * operator's. A confirmation keeps who gave it, when and from where (decisions 15).
 */
export async function updateMe(
  deps: Pick<Deps, 'db' | 'newId' | 'now'>,
  actor: Actor,
  { name, authorizationConfirmed, allowedHosts }: UpdateRequest,
): Promise<Account> {
  const { account, key } = actor.auth
  const record = { at: isoSeconds(deps.now()), by: `key:${key.id}`, ip: actor.clientIp }
  const change: AccountChange = {
    ...(name !== undefined && { name }),
    ...(allowedHosts !== undefined && { allowedHosts }),
    ...(authorizationConfirmed !== undefined && {
      authorizationConfirmed: authorizationConfirmed ? record : null,
    }),
  }
  const fields = Object.keys(change).filter((field) => field !== 'authorizationConfirmed')
  const actions: readonly (readonly [AuditAction, boolean])[] = [
    ['account.authorize', authorizationConfirmed === true],
    ['account.withdraw_authorization', authorizationConfirmed === false],
    ['account.update', fields.length > 0],
  ]
  const entries = actions
    .filter(([, isDone]) => isDone)
    .map(([action]) =>
      auditEntry(deps, actor, action, action === 'account.update' ? detailOf(change) : {}),
    )
  await updateAccount(deps.db, account.id, change, entries)
  return { ...account, ...change }
}

const detailOf = ({ name, allowedHosts }: AccountChange) => ({
  ...(name !== undefined && { name }),
  ...(allowedHosts !== undefined && {
    allowed_hosts: allowedHosts === null ? null : allowedHosts.join(' '),
  }),
})
