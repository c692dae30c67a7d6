import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

import { LIMITS } from '../../limits.ts'
import type { Instant } from '../../report/time.ts'

// A ticket stands in for the key in the one URL that a browser's EventSource must open: it is
// signed, not stored, dies within a minute and opens the stream of a single scan.
const PREFIX = 'pst_'
const SHAPE = /^pst_([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{43})$/

const Grant = z.object({ account: z.string(), scan: z.string(), until: z.number() })
/** What a ticket opens: the stream of one scan of one account, until an instant. */
export type Grant = z.infer<typeof Grant>

function signature(payload: string, encryptionKey: string): string {
  const master = Buffer.from(encryptionKey, 'base64')
  const key = Buffer.from(hkdfSync('sha256', master, '', 'palisade progress ticket v1', 32))
  return createHmac('sha256', key).update(payload).digest('base64url')
}

/** `encryptionKey` is the setting ENCRYPTION_KEY, base64 of 32 bytes. */
export function issueTicket(
  request: Readonly<{ account: string; scan: string; now: Instant }>,
  encryptionKey: string,
): Readonly<{ ticket: string; expiresAt: Instant }> {
  const { account, scan, now } = request
  const grant: Grant = { account, scan, until: now + LIMITS.ticketTtlMs }
  const payload = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return {
    ticket: `${PREFIX}${payload}.${signature(payload, encryptionKey)}`,
    expiresAt: grant.until,
  }
}

/** The account a ticket speaks for, or null when it is forged, expired or for another scan. */
export function redeemTicket(
  request: Readonly<{ ticket: string; scan: string; now: Instant }>,
  encryptionKey: string,
): string | null {
  const [, payload, given] = SHAPE.exec(request.ticket) ?? []
  if (payload === undefined || given === undefined) return null
  const expected = Buffer.from(signature(payload, encryptionKey))
  if (!timingSafeEqual(expected, Buffer.from(given))) return null
  // The signature held, so this is a payload of our own making.
  const grant = Grant.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  if (grant.scan !== request.scan || grant.until <= request.now) return null
  return grant.account
}
