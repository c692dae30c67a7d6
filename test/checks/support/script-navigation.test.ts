import { expect, it } from 'vitest'

import { navigationsOf } from '../../../src/scanner/checks/support/script-navigation.ts'

it.each<readonly [code: string, isModule: boolean, expected: readonly string[]]>([
  ['location = "/a"', false, ['/a']],
  ['var wait = 1; window.location.href = "/b"', false, ['/b']],
  ['self.location.assign("/c"); top.location.replace("/d")', false, ['/c', '/d']],
  ['parent.location = "/f"', false, ['/f']],
  ['import "./x.js"\ndocument.location = "/e"', true, ['/e']],
])('%s goes on at once', (code, isModule, expected) => {
  expect(navigationsOf(code, isModule)).toEqual(expected)
})

it.each<readonly [code: string]>([
  ['import "./x.js"\nlocation = "/a"'],
  ['if (ready) location = "/a"'],
  ['function go() { location = "/a" }'],
  ['shop.location = "/a"'],
  ['location.hash = "/a"'],
  ['window.name = "/a"'],
  ['next = "/a"'],
  ['go("/a")'],
  ['{ location } = "/a"'],
  ['location.search.replace("/a")'],
  ['location.reload("/a")'],
  ['location.assign(...["/a"])'],
  ['location.assign()'],
  ['location = next'],
  ['location = 1'],
  ['[location] = "/a"'],
  ['"location = /a"'],
  ['location = "/a'],
  [`location = "/a"//${' '.repeat(2_000_000)}`],
])('%.60s does not', (code) => {
  expect(navigationsOf(code, false)).toEqual([])
})
