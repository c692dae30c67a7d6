import { createHmac } from 'node:crypto'

import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'

import { signatureHeaders, type Signing } from '../../src/notify/signature.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OLD_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const BODY = '{"test": 2432232314}'
const SIGNING: Signing = {
  body: BODY,
  secrets: [SECRET],
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: 1_614_265_330_000,
}

describe('X-Service-Signature', () => {
  const signature = (given: Partial<Signing>) =>
    signatureHeaders({ ...SIGNING, ...given })['X-Service-Signature']

  it.each([
    // RFC 4231, test case 2: key "Jefe".
    [
      'Jefe',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    // The HMAC article of Wikipedia.
    [
      'key',
      'The quick brown fox jumps over the lazy dog',
      'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
    ],
  ])('is the HMAC-SHA256 of the raw body, keyed with the secret as shown: %s', (key, body, hex) => {
    expect(signature({ secrets: [key], body })).toBe(`sha256=${hex}`)
  })

  it('is what a receiver computes with node:crypto over the bytes it got', () => {
    const body = JSON.stringify({ target_url: 'https://münchen.example/?a=😀&b="' })
    const bytes = Buffer.from(body, 'utf8')
    const expected = createHmac('sha256', SECRET).update(bytes).digest('hex')
    expect(signature({ body })).toBe(`sha256=${expected}`)
    expect(signature({ body })).toMatch(/^sha256=[0-9a-f]{64}$/)
  })

  it('uses the new secret at once after a rotation', () => {
    expect(signature({ secrets: [SECRET, OLD_SECRET] })).toBe(signature({ secrets: [SECRET] }))
  })
})

describe('the headers of Standard Webhooks', () => {
  const now = Math.floor(Date.now() / 1000) * 1000
  const signed = (secrets: Signing['secrets']) =>
    ({ ...signatureHeaders({ ...SIGNING, secrets, at: now }) }) as Record<string, string>

  it('are those of the specification’s own example', () => {
    expect(signatureHeaders(SIGNING)).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('satisfy the official library, with the secret as shown', () => {
    expect(new Webhook(SECRET).verify(BODY, signed([SECRET]))).toEqual({ test: 2_432_232_314 })
    expect(() => new Webhook(SECRET).verify(`${BODY} `, signed([SECRET]))).toThrow()
    expect(() => new Webhook(OLD_SECRET).verify(BODY, signed([SECRET]))).toThrow()
  })

  it('list both secrets while a rotation overlaps', () => {
    const headers = signed([SECRET, OLD_SECRET])
    for (const secret of [SECRET, OLD_SECRET]) new Webhook(secret).verify(BODY, headers)
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  })
})
