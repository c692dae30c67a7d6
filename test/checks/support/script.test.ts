import { expect, it } from 'vitest'

import { callsFunction, placesInScript } from '../../../src/scanner/checks/support/script.ts'
import { LIMITS } from '../../../src/limits.ts'

const TOO_LONG = ' '.repeat(LIMITS.scriptBytes)

it.each(['k9xq()', 'K9XQ()', 'if (x) { show(k9xq(1)) }', 'var a = "k9xq"; k9xq()'])(
  'finds the call in %.60s',
  (code) => {
    expect(callsFunction(code, 'k9xq', 'script')).toBe(true)
  },
)

it.each([
  'shop.k9xq()',
  'k9xq.shop()',
  'show(k9xq)',
  'new k9xq()',
  'k9xq``',
  '"k9xq()"',
  'k9xq() k9xq()',
  '',
  `k9xq()//${TOO_LONG}`,
])('finds no call in %.60s', (code) => {
  expect(callsFunction(code, 'k9xq', 'script')).toBe(false)
})

it('lets only handlers return, and only modules import', () => {
  expect(callsFunction('return k9xq()', 'k9xq', 'handler')).toBe(true)
  expect(callsFunction('return k9xq()', 'k9xq', 'script')).toBe(false)
  expect(callsFunction('import "./a.js"; k9xq()', 'k9xq', 'module')).toBe(true)
  expect(callsFunction('import "./a.js"; k9xq()', 'k9xq', 'script')).toBe(false)
})

it.each<readonly [code: string, places: readonly string[]]>([
  ['f("k9xq")', ['js.double']],
  ["/* other */ f('k9xq') // another", ['js.single']],
  ['/* k9xq */ f("other")', ['js.block']],
  ['f() // k9xq', ['js.line']],
  ['f(`k9xq`, /k9xq/, k9xq)', ['js.template', 'js.regexp', 'js.code']],
  ['f("k9xq', ['js.double']],
  [`f("k9xq")//${TOO_LONG}`, []],
])('places in %.60s', (code, places) => {
  expect([...placesInScript(code, 'k9xq')]).toEqual(places)
})
