import { createHash } from 'node:crypto'

import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { fingerprint, rowId, type FingerprintParts } from '../../src/report/fingerprint.ts'
import { LOCATIONS } from '../../src/report/finding.ts'

const PARTS: FingerprintParts = {
  check_id: 'sqli.error',
  origin: 'http://shop.test:8080',
  path_template: '/item/{}',
  method: 'get',
  location: 'query',
  parameter: 'id',
  discriminator: '',
}

it('is the SHA-256 of the seven parts as JSON, the method in capitals', () => {
  const text = '["sqli.error","http://shop.test:8080","/item/{}","GET","query","id",""]'
  expect(fingerprint(PARTS)).toBe(createHash('sha256').update(text).digest('hex'))
  expect(rowId(fingerprint(PARTS))).toMatch(/^[0-9a-f]{16}$/)
})

it('does not change between versions: the value is in triage records and exports', () => {
  expect(fingerprint(PARTS)).toBe(
    '6d27d273ad2cc380195dcf5166c6ad4e765197e54ad9dbe3d4c261956e0b9fbe',
  )
})

it.each(['check_id', 'origin', 'path_template', 'parameter', 'discriminator'] as const)(
  'changes with %s, whatever the other parts',
  (key) => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (path_template, parameter, value) => {
        const parts = { ...PARTS, path_template, parameter }
        const isSame = parts[key] === value
        expect(fingerprint({ ...parts, [key]: value }) === fingerprint(parts)).toBe(isSame)
      }),
    )
  },
)

it('changes with the method and the location, not with the spelling of the method', () => {
  const prints = [
    PARTS,
    { ...PARTS, method: 'POST' },
    { ...PARTS, location: LOCATIONS[1] },
    { ...PARTS, method: 'GET' },
  ].map(fingerprint)
  expect(new Set(prints).size).toBe(3)
  expect(prints[3]).toBe(prints[0])
})
