import type { SealedSecrets } from '../../db/integrations.ts'
import { findSigningSecrets } from '../../db/integrations.ts'
import { LIMITS } from '../../limits.ts'
import type { Instant } from '../../report/time.ts'
import type { Deps } from '../deps.ts'

export type Secrets = readonly [current: string, ...previous: string[]]

/** What an account signs with now: its secret and, for a day after a rotation, the one before. */
export async function signingSecrets(
  { db, vault, now }: Pick<Deps, 'db' | 'vault' | 'now'>,
  accountId: string,
): Promise<Secrets> {
  const sealed = await findSigningSecrets(db, accountId)
  if (sealed === null) throw new Error('The account of a delivery is gone')
  const current = await vault.open(sealed.current, accountId)
  const previous = previousOf(sealed, now())
  return previous === null ? [current] : [current, await vault.open(previous, accountId)]
}

const previousOf = ({ previous, rotatedAt }: SealedSecrets, now: Instant): string | null =>
  rotatedAt !== null && now < rotatedAt + LIMITS.secretOverlapMs ? previous : null
