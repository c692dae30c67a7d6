import type { FieldError } from '../errors.ts'
import type { Instant } from '../report/time.ts'
import type { ApiKeyRecord, Scope } from './account.ts'
import { isWithin } from './host-names.ts'

/** What a key may do: its scopes, where, and until when. Null: anywhere, for ever. */
export type Grant = Readonly<{
  scopes: readonly Scope[]
  allowedHosts: readonly string[] | null
  expiresAt: Instant | null
}>
export type GrantRequest = Readonly<{
  scopes?: readonly Scope[] | undefined
  allowedHosts?: readonly string[] | null | undefined
  expiresAt?: Instant | null | undefined
}>

/** What was not said comes from the key that asks, so that leaving out never gives more. */
export const grantOf = (by: Grant, asked: GrantRequest): Grant => ({
  scopes: asked.scopes ?? by.scopes,
  allowedHosts: asked.allowedHosts === undefined ? by.allowedHosts : asked.allowedHosts,
  expiresAt: asked.expiresAt === undefined ? by.expiresAt : asked.expiresAt,
})

/** The scope of a grant that its giver lacks, or null. */
export const scopeBeyond = (by: Grant, grant: Grant): Scope | null =>
  grant.scopes.find((scope) => !by.scopes.includes(scope)) ?? null

/** The fields in which a grant goes beyond the key that would give it, or is of no use. */
export function faultsOfGrant(
  by: Pick<ApiKeyRecord, 'allowedHosts' | 'expiresAt'>,
  { allowedHosts, expiresAt }: Grant,
  now: Instant,
): readonly FieldError[] {
  const faults: FieldError[] = []
  if (expiresAt !== null && expiresAt <= now) {
    faults.push({ path: 'expires_at', message: 'Must lie in the future.' })
  }
  if (by.expiresAt !== null && (expiresAt === null || expiresAt > by.expiresAt)) {
    faults.push({ path: 'expires_at', message: 'Must not be later than that of the key in use.' })
  }
  const { allowedHosts: bounds } = by
  const isBeyond =
    bounds !== null &&
    (allowedHosts === null || !allowedHosts.every((entry) => isWithin(entry, bounds)))
  if (isBeyond) {
    faults.push({ path: 'allowed_hosts', message: 'Must stay within those of the key in use.' })
  }
  return faults
}
