import type { RandomBytes } from './api-keys.ts'

const SECRET_BYTES = 32

/** `whsec_<base64>`: fits our signature and the Standard Webhooks libraries alike. */
export const makeWebhookSecret = (randomBytes: RandomBytes): string =>
  `whsec_${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64')}`
