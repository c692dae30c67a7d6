import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { issueTicket, redeemTicket } from '../../../src/services/progress/ticket.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64')
const NOW = 1_800_000_000_000
const SCAN = '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11'
const { ticket, expiresAt } = issueTicket({ account: 'acc_1', scan: SCAN, now: NOW }, KEY)

const redeem = (text: string, scan = SCAN, now = NOW, key = KEY) =>
  redeemTicket({ ticket: text, scan, now }, key)

describe('a progress ticket', () => {
  it('opens its scan for the account that asked', () => expect(redeem(ticket)).toBe('acc_1'))

  it('lives for sixty seconds, to the millisecond', () => {
    expect(expiresAt - NOW).toBe(LIMITS.ticketTtlMs)
    expect(redeem(ticket, SCAN, expiresAt - 1)).toBe('acc_1')
    expect(redeem(ticket, SCAN, expiresAt)).toBeNull()
  })

  it('opens no other scan', () => expect(redeem(ticket, SCAN.replace('4', '5'))).toBeNull())

  it('means nothing under another key', () =>
    expect(redeem(ticket, SCAN, NOW, OTHER_KEY)).toBeNull())

  it('can be put into a URL as it is', () => expect(encodeURIComponent(ticket)).toBe(ticket))

  it('is refused when any one character differs', () => {
    fc.assert(
      fc.property(
        fc.nat(ticket.length - 1),
        fc.constantFrom('A', 'b', '0', '_', '.'),
        (at, sign) => {
          fc.pre(ticket[at] !== sign)
          expect(redeem(ticket.slice(0, at) + sign + ticket.slice(at + 1))).toBeNull()
        },
      ),
    )
  })

  it.each(['', 'pst_', 'pst_.', 'x', `pst_${'A'.repeat(500)}.${'A'.repeat(43)}`, ticket.slice(4)])(
    'is refused when malformed: %j',
    (text) => expect(redeem(text)).toBeNull(),
  )

  it('never throws on what a client sends', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(redeem(text)).toBeNull()
      }),
    )
  })
})
