import { randomBytes } from 'node:crypto'

/** A new key of the local account, in the form of decisions 39. Kept in the state's `key` file. */
export const newServiceKey = (): string => `psk_live_${randomBytes(32).toString('base64url')}`
