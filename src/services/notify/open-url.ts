import { SealError } from '../../accounts/vault.ts'
import type { Deps } from '../deps.ts'

/** A receiver's URL, or null where it does not open any more: the service has another key now. */
export async function openUrl(
  vault: Deps['vault'],
  sealed: string,
  context: string,
): Promise<string | null> {
  try {
    return await vault.open(sealed, context)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
