import { createHmac } from 'node:crypto'

import { SECOND, type Instant } from '../report/time.ts'

const PREFIX = 'whsec_'

export type Signing = Readonly<{
  body: string
  /** Current secret first; then the one before, for a day after a rotation. */
  secrets: readonly [current: string, ...previous: string[]]
  /** The same over all attempts. */
  id: string
  /** Of this attempt. */
  at: Instant
}>

/**
 * The headers that prove who sent the body. `X-Service-Signature`: lower-case hex of HMAC-SHA256 over
 * the raw body, keyed with the current secret as /api/me shows it (API document, Authentication 4).
 * `webhook-*`: Standard Webhooks 1.0.0, one signature per secret.
 */
export function signatureHeaders(signing: Signing): Readonly<Record<string, string>> {
  const { body, secrets, id } = signing
  const timestamp = String(Math.floor(signing.at / SECOND))
  const signed = `${id}.${timestamp}.${body}`
  return {
    'X-Service-Signature': `sha256=${createHmac('sha256', secrets[0]).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${standard(secret, signed)}`).join(' '),
  }
}

/** Standard Webhooks keys the HMAC with the bytes that the secret's base 64 stands for. */
const standard = (secret: string, signed: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(PREFIX, ''), 'base64'))
    .update(signed)
    .digest('base64')
