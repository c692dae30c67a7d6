import { randomBytes } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { makeVault, SealError } from '../../src/accounts/vault.ts'
import { makeWebhookSecret } from '../../src/accounts/webhook-secret.ts'

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const vault = makeVault(keyOf(1), randomBytes)

describe('the vault', () => {
  it('gives back what it sealed, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (plain, context) => {
        expect(await vault.open(await vault.seal(plain, context), context)).toBe(plain)
      }),
    )
  })

  it('seals the same text differently each time', async () => {
    expect(await vault.seal('a', 'c')).not.toBe(await vault.seal('a', 'c'))
  })

  it('opens for its own context and key alone', async () => {
    const sealed = await vault.seal('secret', 'scan-1')
    await expect(vault.open(sealed, 'scan-2')).rejects.toThrow(SealError)
    await expect(makeVault(keyOf(2), randomBytes).open(sealed, 'scan-1')).rejects.toThrow(SealError)
  })

  it('refuses what was changed in any place', async () => {
    const sealed = await vault.seal('secret', 'c')
    const [version, iv, box = ''] = sealed.split('.')
    const bytes = Buffer.from(box, 'base64')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Uint8Array.from([...bytes], (byte, at) => (at === index ? byte ^ 1 : byte))
      const text = [version, iv, Buffer.from(changed).toString('base64')].join('.')
      await expect(vault.open(text, 'c')).rejects.toThrow(SealError)
    }
    for (const text of [
      '',
      'secret',
      `v2.${iv}.${box}`,
      `v1.${iv}`,
      `v1..${box}`,
      `${sealed}.x`.slice(3),
    ]) {
      await expect(vault.open(text, 'c'), `sealed ${text}`).rejects.toThrow(SealError)
    }
  })
})

it('a webhook secret is what the Standard Webhooks libraries take: whsec_ and 32 bytes', () => {
  const secret = makeWebhookSecret(randomBytes)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
})
