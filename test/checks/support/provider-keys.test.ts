import { expect, it } from 'vitest'

import { surroundings } from '../../../src/scanner/checks/support/provider-keys.ts'
import { providerKey } from '../../support/made-secrets.ts'

const [one, other] = [providerKey('hf_'), providerKey('npm_')]

it('gives what stands around two keys once where they stand together', () => {
  const around = surroundings(`first = "${one}", second = "${other}"`)
  expect(around.split(one)).toHaveLength(2)
  expect(around.split(other)).toHaveLength(2)
})

it('gives each of two keys that stand apart, and not what is between them', () => {
  const around = surroundings(`"${one}"${' '.repeat(2000)}far${' '.repeat(2000)}"${other}"`)
  expect(around).toContain(one)
  expect(around).toContain(other)
  expect(around).not.toContain('far')
})
