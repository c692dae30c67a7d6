import type { ApiKeyRecord, Scope } from '../../accounts/account.ts'
import type { ListedKey } from '../../db/api-keys.ts'
import type { Instant } from '../../report/time.ts'
import { isoSeconds } from '../../report/time.ts'

export type PresentedKey = Readonly<{
  id: string
  name: string
  scopes: readonly Scope[]
  allowed_hosts: readonly string[] | null
  expires_at: string | null
  last_used_at: string | null
  /** The key that took the place of this one. */
  rotated_to: string | null
  created_at: string
}>
/** `key` is its text: shown in this one answer. */
export type PresentedNewKey = PresentedKey & Readonly<{ key: string }>

const isoOrNull = (at: Instant | null): string | null => (at === null ? null : isoSeconds(at))

export const presentKey = (key: ListedKey): PresentedKey => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  allowed_hosts: key.allowedHosts,
  expires_at: isoOrNull(key.expiresAt),
  last_used_at: isoOrNull(key.lastUsedAt),
  rotated_to: key.rotatedTo,
  created_at: isoSeconds(key.createdAt),
})

export const presentNewKey = (
  key: Omit<ApiKeyRecord, 'id'>,
  made: Readonly<{ id: string; text: string; createdAt: Instant }>,
): PresentedNewKey => {
  const { id, text, createdAt } = made
  return { ...presentKey({ ...key, id, createdAt, lastUsedAt: null, rotatedTo: null }), key: text }
}
