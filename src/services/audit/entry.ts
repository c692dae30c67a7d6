import type { Auth } from '../../accounts/account.ts'
import type { AuditAction } from '../../accounts/audit-actions.ts'
import type { AuditEntry } from '../../db/audit-log.ts'
import type { Deps } from '../deps.ts'

/** Who asks for a change, and from where: what every entry of the audit log begins with. */
export type Actor = Readonly<{ auth: Auth; clientIp: string | null }>

/** The entry for a change that an API key makes; write it in the batch of the change itself. */
export const auditEntry = (
  deps: Pick<Deps, 'newId' | 'now'>,
  { auth, clientIp }: Actor,
  action: AuditAction,
  detail: AuditEntry['detail'],
): AuditEntry => ({
  id: deps.newId(),
  accountId: auth.account.id,
  at: deps.now(),
  actor: `key:${auth.key.id}`,
  action,
  detail: { ...detail, ip: clientIp },
})
