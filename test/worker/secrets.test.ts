import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'

import { providerKeys, surroundings } from '../../src/scanner/checks/support/provider-keys.ts'
import { secretTexts } from '../../src/scanner/checks/support/secret-texts.ts'

// What this depends on differs between Node and workerd: key parsing, and a package loaded late.

it('parses a private key', () => {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  expect(secretTexts(`key = "${String(pem)}"`, Number.NaN).map(({ kind }) => kind)).toEqual([
    'private-key',
  ])
  expect(secretTexts(String(pem).replace(/[A-Z]/, '?'), Number.NaN)).toEqual([])
})

it('knows the keys of providers', async () => {
  const key = ['glpat-', 'aK3dQ9zRw7TbX2mPv5Lc'].join('')
  const found = await providerKeys(surroundings(`token: "${key}"`))
  expect(found.map(({ kind, text }) => [kind, text])).toEqual([['gitlab', key]])
})
