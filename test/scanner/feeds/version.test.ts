import { expect, it } from 'vitest'

import type { LibraryAdvisory } from '../../../src/scanner/feeds.ts'
import { compareVersions, holdsFor, plainVersion } from '../../../src/scanner/feeds/version.ts'

it.each([
  ['1.9.0', '1.10.0'],
  ['1.9.0b1', '1.9.0'],
  ['2.0.0-rc.1', '2.0.0-rc.2'],
  ['2.0.0-beta', '2.0.0-rc'],
  ['1.8', '1.8.1'],
  ['0.9.9', '1'],
])('%s is older than %s', (older, newer) => {
  expect(compareVersions(older, newer)).toBeLessThan(0)
  expect(compareVersions(newer, older)).toBeGreaterThan(0)
})

it.each([
  ['1.9', '1.9.0'],
  ['1.2.3', '1.2.3'],
  ['2.0.0-RC1', '2.0.0-rc1'],
])('%s is %s', (a, b) => {
  expect(compareVersions(a, b)).toBe(0)
})

it.each([
  ['3.4.1.min', '3.4.1'],
  ['3.4.1.slim.min', '3.4.1'],
  ['1.0.0-rc.1', '1.0.0-rc.1'],
  ['2.1.', '2.1'],
])('%s of a file name is version %s', (text, version) => {
  expect(plainVersion(text)).toBe(version)
})

const ADVISORY: LibraryAdvisory = {
  atOrAbove: '1.2.0',
  below: '1.5.0',
  excludes: ['1.4.9'],
  ids: [],
  cwe: null,
  severity: 'low',
  summary: '',
}

it.each([
  ['1.1.9', false],
  ['1.2.0', true],
  ['1.4.8', true],
  ['1.4.9', false],
  ['1.5.0-rc1', true],
  ['1.5.0', false],
])('an advisory on 1.2.0 to 1.5.0 holds for %s: %s', (version, holds) => {
  expect(holdsFor(ADVISORY, version)).toBe(holds)
})

it('holds for all versions where none is named', () => {
  expect(holdsFor({ ...ADVISORY, atOrAbove: null, below: null }, '99.0')).toBe(true)
})
