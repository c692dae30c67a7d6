import { expect, it } from 'vitest'

import { codeOfAddress, isNavigable } from '../../../src/scanner/checks/support/address.ts'

it.each([
  ['a', 'href'],
  ['a', 'xlink:href'],
  ['area', 'href'],
  ['form', 'action'],
  ['button', 'formaction'],
  ['input', 'formaction'],
  ['iframe', 'src'],
  ['frame', 'src'],
  ['embed', 'src'],
  ['object', 'data'],
])('a browser opens the address in <%s %s>', (element, attribute) => {
  expect(isNavigable(element, attribute)).toBe(true)
})

it.each([
  ['img', 'src'],
  ['a', 'src'],
  ['form', 'href'],
  ['link', 'href'],
])('a browser does not open the address in <%s %s>', (element, attribute) => {
  expect(isNavigable(element, attribute)).toBe(false)
})

it.each([
  ['javascript:a()', 'a()'],
  ['\u0001 Java\tScript:a()', 'a()'],
  ['javascript:a(%22b%22)', 'a("b")'],
  ['javascript:a()//%ff', 'a()//%ff'],
  ['https://shop.test/javascript:a()', null],
])('the code of %j is %j', (address, code) => {
  expect(codeOfAddress(address)).toBe(code)
})
